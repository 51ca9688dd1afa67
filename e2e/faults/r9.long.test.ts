import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { callService } from "@tracewater/contract/fleet/commands";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { expect, test } from "vitest";
import { openApi } from "../support/api-client.ts";
import { makeFolder } from "../support/data-folder.ts";
import { startPlatform } from "../support/platform-process.ts";
import { startFleet } from "../support/reporting-fleet.ts";
import { waitUntil } from "../support/wait-until.ts";

/** SOAK_MINUTES=1440 is the soak of a day; without it a quarter of an hour at full speed stands for it. */
const minutes = Number(process.env["SOAK_MINUTES"] ?? 15);
const samples = 60;
const probe = join(import.meta.dirname, "../support/heap-probe.mjs");

test(
  "R9: messages, lists and commands leave neither memory nor descriptors behind",
  async () => {
    const heapFile = join(await makeFolder(), "heap");
    await writeFile(heapFile, "");
    const env = { NODE_OPTIONS: `--expose-gc --import ${probe}`, HEAP_FILE: heapFile };
    const platform = await startPlatform({ seed: { devices: 50 }, env });
    const fleet = startFleet(platform.devices, () => platform.mqtt);
    const heaps: number[] = [];
    const descriptors: number[] = [];
    for (let sample = 0; sample < samples; sample++) {
      await wait((minutes * 60_000) / samples);
      await work(platform.http, platform.devices[sample % 50]?.deviceName ?? "");
      process.kill(platform.pid, "SIGUSR2");
      heaps.push(await waitUntil("the heap is told", () => heapAt(heapFile, sample)));
      descriptors.push((await readdir(`/proc/${platform.pid}/fd`)).length);
    }
    await fleet.finish();
    await fleet.close();
    const quarter = (values: readonly number[], which: number) =>
      values.slice((which * samples) / 4, ((which + 1) * samples) / 4);
    const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
    const [second, last] = [median(quarter(heaps, 1)), median(quarter(heaps, 3))];
    console.log(
      `R9: ${fleet.acknowledged()} messages, heap ${second} then ${last}, descriptors ${descriptors.at(-1)}`,
    );
    expect(last / second).toBeLessThanOrEqual(1.05);
    // A connection more or less of the database's pool is no leak.
    expect(Math.max(...quarter(descriptors, 3))).toBeLessThanOrEqual(
      Math.max(...quarter(descriptors, 1)) + 3,
    );
    expect(await platform.stop()).toBe(0);
  },
  (minutes + 10) * 60_000,
);

/** What people do meanwhile. */
async function work(http: string, deviceName: string): Promise<void> {
  const api = await openApi(http);
  await api.call(listDevices, { params: { family: "waterSample" }, query: { pageSize: 50 } });
  const params = { family: "waterSample", service: "stop" } as const;
  await api.call(callService, { params, query: { deviceName }, body: { timeout: 1 } });
}

async function heapAt(file: string, sample: number): Promise<number | null> {
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  return lines.length > sample ? Number(lines[sample]) || null : null;
}
