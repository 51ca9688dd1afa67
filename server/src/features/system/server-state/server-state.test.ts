import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getServerState } from "@tracewater/contract/system/server-state";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const dataDir = await mkdtemp(join(tmpdir(), "tw-server-state-"));

onPlatform(
  "The server's state",
  (platform) => {
    test("reports of the process, the host, the disk, the database and the devices as they are", async () => {
      const admin = await platform.admin();
      const { data } = await platform.call(getServerState, {}, admin);
      expect(data.process).toMatchObject({
        pid: process.pid,
        nodeVersion: process.version,
        version: "0.1.0",
      });
      expect(data.node).toBe(platform.node);
      expect(data.host.memoryTotalBytes).toBeGreaterThan(data.host.memoryFreeBytes);
      expect(data.disk.totalBytes).toBeGreaterThan(data.disk.freeBytes);
      expect(data.disk.warnBelowBytes).toBe(2048 * 1024 * 1024);
      expect(data.store).toMatchObject({
        condition: "up",
        facts: { version: expect.stringMatching(/^1[4-9]/) },
      });
      expect(data.store.facts?.connections).toBeGreaterThan(0);
      expect(data.store.facts?.tables[0]?.sizeBytes).toBeGreaterThan(0);
      const isRoot = process.geteuid?.() === 0;
      expect(data.video).toMatchObject({ version: expect.any(String), hasOwnUser: isRoot });
      expect(data.samples.at(-1)).toMatchObject({ connectedDevices: 0 });
      expect(data.samples.at(-1)?.residentBytes).toBeGreaterThan(10_000_000);
      await platform.connectNew();
      await eventually(async () => (await platform.call(getServerState, {}, admin)).data.devices).toEqual({
        connectedHere: 1,
        connectedAnywhere: 1,
      });
    });

    test("counts the partitions of a table with it", async () => {
      const { data } = await platform.call(getServerState, {}, await platform.admin());
      const names = data.store.facts?.tables.map((table) => table.name) ?? [];
      expect(names.filter((name) => name.startsWith("telemetry_2"))).toEqual([]);
    });

    test("is for administrators", async () => {
      const viewer = await platform.addUser({ roles: ["viewer"] });
      expect(await platform.refusal(getServerState, {}, viewer)).toMatchObject({ code: 403 });
    });
  },
  { env: { DATA_DIR: dataDir } },
);
