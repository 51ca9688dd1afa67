import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { addTimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { verifyAuditChain } from "@tracewater/contract/system/audit";
import { expect, test } from "vitest";
import { openApi } from "../support/api-client.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { makeFolder } from "../support/data-folder.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { startPlatform } from "../support/platform-process.ts";
import { connectDevice, type RawDevice } from "../support/raw-device.ts";
import { startReporting } from "../support/reporting-device.ts";
import { waitUntil } from "../support/wait-until.ts";

const minute = 60_000;
const hour = 60 * minute;
const family = "waterSample";
const shift = join(import.meta.dirname, "../support/shift-clock.mjs");

test("R7: the clock goes an hour and a year ahead and comes back: no schedule fires twice, the chain holds, skew is known", async () => {
  const clockFile = join(await makeFolder(), "clock");
  await writeFile(clockFile, "0");
  const env = { NODE_OPTIONS: `--import ${shift}`, CLOCK_FILE: clockFile };
  const platform = await startPlatform({ seed: { devices: 2 }, env });
  const store = await openDatabaseView({ dataDir: platform.dataDir });
  const [ordered, reporting] = platform.devices;
  if (ordered === undefined || reporting === undefined) throw new Error("two devices were seeded");
  const reporter = startReporting(reporting, "timed", () => platform.mqtt);
  cleanUpLater(() => reporter.close());
  const came: string[] = [];
  const device: RawDevice = await connectDevice(platform.mqtt, ordered, {
    message(_topic, payload, packetId) {
      const message: { id: string; method?: string } = JSON.parse(payload);
      if (message.method === "thing.service.stop") came.push(message.id);
      if (packetId !== null) device.acknowledge(packetId);
    },
  });

  let offset = 0;
  const setClock = async (to: number) => {
    offset = to;
    await writeFile(clockFile, String(to));
    process.kill(platform.pid, "SIGUSR2");
  };
  let passes = 0;
  /** Puts the clock a moment before a full minute at that offset, each time another, and waits for what it brings. */
  const passTick = async (around: number) => {
    const now = Date.now() + around;
    passes += 1;
    const before = came.length;
    await setClock(around + (Math.ceil(now / minute) + 3 * passes) * minute - now - 1500);
    await waitUntil("the tick has fired", () => came.length > before, { withinMs: 30_000 });
  };
  const skew = async () => {
    const api = await openApi(platform.http);
    const { rows } = await api.call(listDevices, { params: { family }, query: {} });
    const found = rows.find((row) => row.deviceName === reporting.deviceName);
    const flow = found?.latest["flow"];
    return flow === undefined ? null : flow.receivedAt - flow.at;
  };

  const api = await openApi(platform.http);
  const [known] = await store.rows<{ id: number }>("select id from device where device_name = $1", [
    ordered.deviceName,
  ]);
  const task = {
    name: "Each minute",
    service: "stop",
    cronExpression: "* * * * *",
    onceAt: null,
    zone: "UTC",
  };
  const body = { ...task, deviceId: known?.id ?? 0, tag: null, expiresIn: 600 };
  await api.call(addTimedTask, { params: { family }, body });

  await passTick(0);
  for (const ahead of [hour, -hour, 365 * 24 * hour]) {
    await setClock(ahead);
    await passTick(ahead);
    await waitUntil("the clock's error shows in what devices report", async () => {
      const found = await skew();
      return found !== null && Math.abs(found - offset) < 5 * minute;
    });
    await setClock(0);
    await passTick(0);
  }
  reporter.quiet();

  const rows = await store.rows<{ tick: Date; state: string }>(
    "select tick, state from timed_firing order by id",
  );
  const fired = rows.filter(({ state }) => state === "fired").map(({ tick }) => tick.getTime());
  expect(new Set(fired).size).toBe(fired.length);
  const [commands] = await store.rows<{ count: number }>("select count(*)::int as count from command");
  expect(commands?.count).toBe(fired.length);
  expect(came).toHaveLength(fired.length);
  const chain = await store.rows<{ at: string }>("select at from audit_log order by seq");
  const times = chain.map(({ at }) => Date.parse(at));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times.length).toBeGreaterThan(fired.length);
  const verified = await (await openApi(platform.http)).call(verifyAuditChain, {});
  expect(verified.data.check).toMatchObject({ fault: null, rows: verified.data.rows });
  console.log(`R7: ${fired.length} ticks fired, ${rows.length - fired.length} told as missed`);
  await reporter.close();
  device.socket.destroy();
  expect(await platform.stop()).toBe(0);
});
