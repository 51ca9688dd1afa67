import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../support/data-folder.ts";
import { startPlatform } from "../support/platform-process.ts";
import { startFleet } from "../support/reporting-fleet.ts";
import { waitUntil } from "../support/wait-until.ts";
import { faultOf } from "./held-by.ts";
import type { Held } from "./sentence.ts";

const fleet = "server/src/features/fleet";
const commands = `${fleet}/commands/command.test.ts`;
const tries = `${fleet}/commands/command-tries.test.ts`;
const alarms = `${fleet}/alarms/alarm.test.ts`;
const upgrades = `${fleet}/firmware/upgrade.test.ts`;
const maintenance = "server/src/features/operations/scheduled-jobs/scheduled-jobs.test.ts";

/** What people complain of most about the best-known open platform of this kind, and the tests that hold it here. */
const complaints: Record<string, readonly Held[]> = {
  "commands whose state is untrue": [
    {
      file: "e2e/faults/commands.test.ts",
      test: "commands queued, sent and acknowledged before kill -9 of the server are true afterwards",
    },
    { file: commands, test: "without a reply times out; a reply that comes late still counts, marked so" },
    {
      file: tries,
      test: "that could not be written to the connection is sent when it can be, without another connect",
    },
  ],
  "devices that are shown online and are not": [
    {
      file: "e2e/faults/connections.test.ts",
      test: "after kill -9 of the server its devices are offline until they come back, and online since then",
    },
    {
      file: "e2e/faults/connections.test.ts",
      test: "a device that logs in a second time takes its first connection over and stays online",
    },
  ],
  "alarms that come twice or never clear": [
    { file: alarms, test: "many values at once leave one open alarm; what flaps is counted in it" },
    {
      file: alarms,
      test: "a rule that goes out of use, or is deleted, leaves no alarm behind and raises none",
    },
    {
      file: `${fleet}/alarms/alarm-sweep.test.ts`,
      test: "an alarm whose end no node noticed is ended by the sweep from the latest value",
    },
  ],
  "upgrades of the platform that break": [
    {
      file: `${fleet}/products/shipped-models.test.ts`,
      test: "keep a model that a person has changed, whatever ships",
    },
    {
      file: `${fleet}/products/shipped-models.test.ts`,
      test: "bring a later model to a store that has an earlier one",
    },
  ],
  // Of the server's own memory there is a measure below.
  "memory that grows": [
    {
      file: "e2e/faults/r9.long.test.ts",
      test: "R9: messages, lists and commands leave neither memory nor descriptors behind",
    },
    {
      file: "e2e/console/memory.long.test.ts",
      test: "200 tabs, 20 colours and 10 minutes of live updates leave nothing behind; six tabs hold one stream",
    },
  ],
  "disks that fill, and retention that does not run": [
    { file: maintenance, test: "of the log retention deletes what is older than the parameters say" },
    {
      file: `${fleet}/telemetry/readings-kept.test.ts`,
      test: "goes by whole partitions once all of one is too old, and rollups stay",
    },
    { file: maintenance, test: "of the disk reports the administrators once a day while it is nearly full" },
  ],
  "an export that is missing": [
    {
      file: `${fleet}/telemetry/reading-export.test.ts`,
      test: "go out as csv: every value with its times, unit, meaning and what is odd about it",
    },
    {
      file: `${fleet}/telemetry/group-log.test.ts`,
      test: "%s goes out as an xlsx with names, units and words in the asker's language",
    },
    { file: `${fleet}/commands/bulk-command.test.ts`, test: "comes as a sheet, a row for each device" },
  ],
  "dashboards that are slow": [
    {
      file: `${fleet}/telemetry/series.test.ts`,
      test: "of a long span is read from rollups, goes on to the newest value, and keeps extremes and gaps",
    },
    {
      file: `${fleet}/telemetry/property-post.test.ts`,
      test: "of many values is drawn with few points that keep the extremes",
    },
  ],
  "firmware upgrades that are stuck": [
    {
      file: upgrades,
      test: "that is stuck is ended and reported: silent, stalled in the download, or without a report",
    },
    { file: upgrades, test: "goes on where the download broke off, and serves ranges of one file alone" },
  ],
  "live values that stop until a reload": [
    {
      file: "e2e/faults/r11.long.test.ts",
      test: "R11: a minute without a network, and a restart of the server, heal without a reload",
    },
    { file: `${fleet}/realtime/realtime.test.ts`, test: "resumes where it broke off" },
  ],
};

test("each of the ten most common complaints is held by tests that run", () => {
  expect(Object.keys(complaints)).toHaveLength(10);
  const faults = Object.entries(complaints).flatMap(([complaint, held]) =>
    held.length === 0 ? [`no test holds "${complaint}"`] : held.flatMap((one) => faultOf(one) ?? []),
  );
  expect(faults).toEqual([]);
});

test("the server's heap stays as it is while messages come in", async () => {
  const heapFile = join(await makeFolder(), "heap");
  await writeFile(heapFile, "");
  const probe = join(import.meta.dirname, "../support/heap-probe.mjs");
  const env = { NODE_OPTIONS: `--expose-gc --import ${probe}`, HEAP_FILE: heapFile };
  const platform = await startPlatform({ seed: { devices: 20 }, env });
  const fleet = startFleet(platform.devices, () => platform.mqtt);
  const measured: number[] = [];
  const heap = async () => {
    process.kill(platform.pid, "SIGUSR2");
    const line = await waitUntil("the heap is told", async () => {
      const lines = (await readFile(heapFile, "utf8")).trim().split("\n").filter(Boolean);
      return lines.length > measured.length ? Number(lines[measured.length]) : null;
    });
    measured.push(line);
    return line;
  };
  // What is made once (code that is compiled, caches that fill) is there afterwards.
  await fleet.proceed(4000);
  const before = await heap();
  const counted = fleet.acknowledged();
  await fleet.proceed(6000);
  const grown = ((await heap()) - before) / (fleet.acknowledged() - counted);
  console.log(`heap: ${grown.toFixed(0)} bytes a message more, of ${(before / 1e6).toFixed(1)} MB`);
  // One that is kept, with what was read of it, has more than a thousand.
  expect(grown).toBeLessThan(300);
  await fleet.finish();
  await fleet.close();
  expect(await platform.stop()).toBe(0);
});
