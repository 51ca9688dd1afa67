import {
  getAutoSampling,
  getWaterSampleEnvStatus,
  getWaterSampleMode,
  getWaterSampleSetting,
  getWaterSampleWorkStatus,
  listAutoSamplings,
  sampleEnvLocation,
} from "@tracewater/contract/field/samplers";
import { changeDevice } from "@tracewater/contract/fleet/devices";
import { expect, test } from "vitest";
import type { TestDevice } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const now = Date.now();
const start = now - 3 * 86_400_000;
const minute = 60_000;
const received = (value: unknown, at: number) => ({ value, time: at });

const groups = [
  ["workStatus", getWaterSampleWorkStatus, "workState", 2],
  ["mode", getWaterSampleMode, "mode", 2],
  ["setting", getWaterSampleSetting, "aliquot", 120],
  ["envStatus", getWaterSampleEnvStatus, "boxTemp", 4.4],
] as const;

onPlatform(
  "A water sampler",
  (platform) => {
    const take = (device: TestDevice, at: number, value: object) =>
      device.post(
        { value: { into: "main", trigger: "program", boxTemp: 4, ...value }, time: at },
        "thing/event/sampleTaken/post",
      );
    const miss = (device: TestDevice, at: number, index: number, reason: string) =>
      device.post(
        { value: { index, reason, trigger: "program" }, time: at },
        "thing/event/sampleMissed/post",
      );

    test.each(groups)(
      "reports its %s with the device's time and its age",
      async (group, call, name, value) => {
        const device = await platform.connectNew();
        const { id, deviceName, productKey } = device.credentials;
        const admin = await platform.admin();
        const input = { params: { id } };
        expect(await platform.call(call, input, admin)).not.toHaveProperty("data");
        await device.post({ [name]: received(value, start) });
        const { data } = await platform.call(call, input, admin);
        expect(data).toMatchObject({
          deviceId: id,
          deviceName,
          productKey,
          group,
          at: start,
          age: now - start,
        });
        const own = data?.properties.find((one) => one.identifier === name);
        expect(own).toMatchObject({ value, at: start, age: now - start, outOfRange: false });
        const others = data?.properties.filter((one) => one.identifier !== name) ?? [];
        expect(others.length).toBeGreaterThan(2);
        expect(others.every((one) => one.value === null && one.at === null && one.age === null)).toBe(true);
        const mass = await platform.addDevice({ family: "mass" });
        expect(await platform.refusal(call, { params: { id: mass.id } }, admin)).toMatchObject({ code: 404 });
      },
    );

    test("its aliquots make automatic samplings, late replays in their place", async () => {
      const device = await platform.connectNew();
      const { deviceName } = device.credentials;
      const admin = await platform.admin();
      await device.post({
        programName: received("N-24 weekday", start - minute),
        interval: received(15, start - minute),
      });
      await take(device, start, { index: 1, volume: 200, bottleVolume: 200 });
      await take(device, start + 30 * minute, { index: 1, volume: 200, bottleVolume: 400, boxTemp: 5 });
      await take(device, start + 45 * minute, { index: 2, volume: 100, bottleVolume: 100 });
      await miss(device, start + 15 * minute, 1, "doorOpen");
      const { rows, total, isMore } = await platform.call(
        listAutoSamplings,
        { query: { deviceName } },
        admin,
      );
      expect([total, isMore]).toEqual([2, false]);
      expect(rows).toMatchObject([
        { slot: 2, began: start + 45 * minute, planned: 1, taken: 1, missed: 0, volume: 100 },
        {
          ...{
            slot: 1,
            began: start,
            ended: start + 30 * minute,
            planned: 3,
            taken: 2,
            missed: 1,
            volume: 400,
          },
          ...{ reasons: [{ reason: "doorOpen", count: 1 }], boxTempMean: 4.5, boxTempMax: 5, bodyCode: null },
        },
      ]);
      const list = async (query: object) =>
        (await platform.call(listAutoSamplings, { query: { deviceName, ...query } }, admin)).rows;
      expect((await list({ slot: 2 })).map((row) => row.slot)).toEqual([2]);
      expect((await list({ only: "missed" })).map((row) => row.slot)).toEqual([1]);
      expect((await list({ pageNum: 2, pageSize: 1 })).map((row) => row.slot)).toEqual([1]);
      expect(await list({ endTime: start - minute })).toEqual([]);
      const { data } = await platform.call(getAutoSampling, { query: { deviceName, time: start } }, admin);
      expect(data).toMatchObject({
        ...{ slot: 1, planned: 3, pointName: null },
        program: { programName: "N-24 weekday", interval: 15 },
      });
      expect(data.aliquots.map((one) => [one.at, one.taken, one.volume, one.reason])).toEqual([
        [start, true, 200, null],
        [start + 15 * minute, false, null, "doorOpen"],
        [start + 30 * minute, true, 200, null],
      ]);
      const wrong = { query: { deviceName, time: start + minute } };
      expect(await platform.refusal(getAutoSampling, wrong, admin)).toMatchObject({ code: 404 });
      const backwards = { query: { deviceName, beginTime: 2000, endTime: 1000 } };
      expect(await platform.refusal(listAutoSamplings, backwards, admin)).toMatchObject({
        errors: [{ field: "endTime" }],
      });
    });

    test("its bottle is named in what went into it, and events that make no sense spoil nothing", async () => {
      const device = await platform.connectNew();
      const { id, deviceName } = device.credentials;
      const unitId = await platform.unit();
      const bottle = await platform.db
        .insertInto("bottle")
        .values({ bodyCode: "B-S1", unitId })
        .returning("id")
        .executeTakeFirstOrThrow();
      const place = { deviceId: id, slot: 3, bottleId: bottle.id, putBy: "x" };
      const span = { since: new Date(start - minute), until: new Date(start + 60 * minute) };
      await platform.db
        .insertInto("bottlePlace")
        .values({ ...place, ...span })
        .execute();
      await take(device, start, { index: 3, volume: 50, bottleVolume: 50 });
      await take(device, start + 120 * minute, { index: 3, volume: 50, bottleVolume: 50 });
      const nonsense = { index: "x", volume: "much" };
      const params = JSON.stringify(nonsense);
      const event = { identifier: "sampleTaken", kind: "info", ts: new Date(start), receivedAt: new Date() };
      await platform.db
        .insertInto("deviceEvent")
        .values({ deviceId: id, unitId, ...event, params })
        .execute();
      const admin = await platform.admin();
      const { rows } = await platform.call(listAutoSamplings, { query: { deviceName } }, admin);
      expect(rows.map((row) => row.bodyCode)).toEqual([null, "B-S1"]);
    });

    test("its track holds its fixes, and the places of the points it was at", async () => {
      const device = await platform.connectNew();
      const { id, deviceName } = device.credentials;
      const admin = await platform.admin();
      for (const [at, latitude] of [
        [start, 31.2],
        [start + 60 * minute, 31.3],
      ] as const) {
        await device.post({ gps: received({ latitude, longitude: 121.5 }, at) });
      }
      const point = await platform.db
        .insertInto("samplingPoint")
        .values({
          ...{ code: "TRACK", name: "T", kind: "plantInlet", unitId: await platform.unit() },
          ...{ latitude: 31.25, longitude: 121.4 },
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const body = { id, nickname: "", tags: [], pointId: point.id };
      await platform.call(changeDevice, { params: { family: "waterSample" }, body }, admin);
      const { rows, total } = await platform.call(sampleEnvLocation, { query: { deviceName } }, admin);
      expect(total).toBe(3);
      expect(rows).toMatchObject([
        { time: start, lat: 31.2, lon: 121.5, source: "gps" },
        { time: start + 60 * minute, lat: 31.3, source: "gps" },
        { lat: 31.25, lon: 121.4, source: "point" },
      ]);
      const some = { deviceName, beginTime: start + minute, endTime: start + 90 * minute };
      expect((await platform.call(sampleEnvLocation, { query: some }, admin)).rows).toMatchObject([
        { lat: 31.3 },
      ]);
      const long = { deviceName, beginTime: 1_000_000_000, endTime: now };
      expect(await platform.refusal(sampleEnvLocation, { query: long }, admin)).toMatchObject({
        errors: [{ field: "beginTime" }],
      });
    });
  },
  { now: () => now },
);
