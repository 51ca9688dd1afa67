import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listCameras } from "@tracewater/contract/fleet/cameras";
import { listFirmware } from "@tracewater/contract/fleet/firmware";
import { listFirmwareBatches, listUpgrades } from "@tracewater/contract/fleet/firmware-upgrades";
import { getUpkeepItem, listUpkeepItems } from "@tracewater/contract/fleet/maintenance-items";
import { listClips } from "@tracewater/contract/fleet/media";
import { listTimedTasks } from "@tracewater/contract/fleet/timed-tasks";
import { listNotices } from "@tracewater/contract/system/notices";
import { beforeAll, expect, test } from "vitest";
import { makeClip } from "../../../../test/test-clip.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { evidencePeople } from "../evidence/people.data.ts";
import { createHistoryClock, playSteps } from "../laboratory/history-clock.ts";
import { createSeedStore } from "../seed.store.ts";
import { planFleet } from "./fleet-history.ts";

const clock = createHistoryClock();
const page = { pageNum: 1, pageSize: 100 };

onPlatform(
  "The demo's devices",
  (platform) => {
    let unitId = 0;
    const camera = { address: "http://127.0.0.1:8095/live.m3u8", clip: "" };

    beforeAll(async () => {
      camera.clip = join(await mkdtemp(join(tmpdir(), "tw-demo-")), "clip.mp4");
      await writeFile(camera.clip, await makeClip(2));
      unitId = await platform.addUnit("European plants (example)");
      for (const [family, name] of [
        ["waterSample", "WS"],
        ["evidenceBox", "EB"],
        ["handFastDetector", "HF"],
        ["liquidExtract", "LE"],
        ["mass", "MS"],
      ] as const) {
        for (const number of ["9001", "9002"]) {
          await platform.addDevice({ unitId, family, deviceName: `${name}-${number}` });
        }
      }
      const staff = evidencePeople.filter((one) => !one.isClient);
      await createSeedStore(platform.db).addPeople(
        staff.map(({ isClient: _isClient, ...one }) => ({ ...one, unitId })),
      );
      expect(await play()).toBeGreaterThan(30);
      expect(await play(), "a second start").toBe(0);
    });

    async function play(): Promise<number> {
      const untilMs = Date.now();
      const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
      const steps = await planFleet(platform.past, platform.db, {
        ...{ unitId, untilMs, zone: "UTC", dayOf, camera },
      });
      await playSteps(clock, steps);
      clock.set(untilMs);
      return steps.length;
    }

    test("have maintenance items with what was done, some of them overdue", async () => {
      const admin = await platform.admin();
      const { rows } = await platform.call(listUpkeepItems, { query: page }, admin);
      expect(new Set(rows.map((one) => one.typeKey)).size).toBe(5);
      expect(rows.filter((one) => one.state === "overdue").length).toBeGreaterThanOrEqual(2);
      expect(rows.filter((one) => one.state === "soon").length).toBeGreaterThanOrEqual(1);
      const check = rows.find((one) => one.name === "Aliquot volume check" && one.deviceName === "WS-9001");
      const { data } = await platform.call(getUpkeepItem, { params: { id: check?.itemId ?? 0 } }, admin);
      expect(data.history).toHaveLength(2);
      expect(data.history[0]).toMatchObject({ by: "Nora Lindqvist" });
    });

    test("have timed tasks of people who may send commands, the first pictures within minutes", async () => {
      const admin = await platform.admin();
      const { rows } = await platform.call(
        listTimedTasks,
        { params: { family: "evidenceBox" }, query: page },
        admin,
      );
      const photo = rows.filter((one) => one.service === "photo");
      expect(photo).toHaveLength(2);
      for (const { nextTimes } of photo)
        expect((nextTimes[0] ?? Infinity) - Date.now()).toBeLessThan(5 * 60_000);
      expect(rows.some((one) => one.service === "inventory" && one.cronExpression !== null)).toBe(true);
    });

    test("have a firmware version with its file, and an upgrade that waits for the pilots", async () => {
      const admin = await platform.admin();
      const { rows } = await platform.call(listFirmware, { query: page }, admin);
      expect(rows).toMatchObject([{ version: "WS-2.5.0", module: "default" }]);
      const batches = await platform.call(listFirmwareBatches, { query: page }, admin);
      const [batch] = batches.rows;
      expect(batch).toMatchObject({ version: "WS-2.5.0" });
      expect(batch?.createdAt).toBeGreaterThanOrEqual(rows[0]?.createdAt ?? Infinity);
      const upgrades = await platform.call(
        listUpgrades,
        { query: { ...page, batchId: batch?.id ?? 0 } },
        admin,
      );
      expect(upgrades.rows.map((one) => one.state)).toEqual(["queued", "queued"]);
    });

    test("have a camera in the box of the first sampler, with recordings of other days", async () => {
      const admin = await platform.admin();
      const { rows } = await platform.call(listCameras, { query: page }, admin);
      expect(rows).toMatchObject([{ kind: "hls", deviceName: "WS-9001", address: camera.address, unitId }]);
      const params = { family: "waterSample" as const, id: rows[0]?.deviceId ?? 0 };
      const clips = await platform.call(listClips, { params, query: page }, admin);
      const recordings = clips.rows.filter((one) => one.origin === "recording");
      expect(recordings).toHaveLength(2);
      for (const { takenAt } of recordings) expect(takenAt).toBeLessThan(Date.now() - 2 * 86_400_000);
    });

    test("have notices of the unit, published ones and a draft", async () => {
      const { rows } = await platform.call(listNotices, { query: page }, await platform.admin());
      const own = rows.filter((one) => one.unitNames.includes("European plants (example)"));
      expect(own.map((one) => one.status).sort()).toEqual(["0", "0", "1"]);
    });
  },
  { now: clock.now, env: { CAMERA_ALLOW: "127.0.0.1" } },
);
