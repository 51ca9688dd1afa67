import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabaseWay } from "../../../../test/database-way.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import type { StoredUplink } from "../uplink.ts";
import { createUplinkWriter } from "./uplink-writer.store.ts";

const begin = Date.UTC(2026, 10, 1) * 1000;
const metric = 1;

onPlatform("A batch of values", (platform) => {
  async function newDevice() {
    const { id } = (await platform.connectNew()).credentials;
    const { db } = platform;
    const { unitId } = await db
      .selectFrom("device")
      .select("unitId")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const uplink = (second: number, number: number): StoredUplink => ({
      about: { deviceId: id, unitId, typeKey: "waterSample" },
      receivedMicros: Date.now() * 1000,
      values: [
        { identifier: "ph", metric, flags: 0, atMicros: begin + second * 1_000_000, number, json: null },
      ],
      events: [],
      message: null,
      isResend: false,
    });
    const stored = async () => ({
      values: (
        await db
          .selectFrom("telemetry")
          .select(["ts", "value"])
          .where("deviceId", "=", id)
          .orderBy("ts")
          .execute()
      ).map((row) => row.value),
      latest: (
        await db.selectFrom("telemetryLatest").select("value").where("deviceId", "=", id).execute()
      ).map((row) => row.value),
      conflicts: (
        await db.selectFrom("telemetryConflict").select("value").where("deviceId", "=", id).execute()
      ).map((row) => row.value),
    });
    return { uplink, stored };
  }
  const many = Array.from({ length: 5000 }, (_, at) => at);

  test("of which there are thousands is stored whole where one of them is stored already, and another under a key that is taken is kept alongside", async () => {
    const { uplink, stored } = await newDevice();
    const writer = createUplinkWriter(platform.owner, null);
    await writer.write([uplink(4000, 4000), uplink(4500, 7)]);
    await writer.write(many.map((second) => uplink(second, second)));
    const expected = many.map((second) => (second === 4500 ? 7 : second));
    expect(await stored()).toEqual({ values: expected, latest: [4999], conflicts: [4500] });
    // On the same connection, and twice in one batch.
    await writer.write([uplink(5000, 5000), uplink(5000, 5000), uplink(4999, 4999)]);
    expect(await stored()).toEqual({ values: [...expected, 5000], latest: [5000], conflicts: [4500] });
    await writer.close();
  });

  test("that is older than what is known of the device leaves its latest value as it is", async () => {
    const { uplink, stored } = await newDevice();
    const writer = createUplinkWriter(platform.owner, null);
    await writer.write([uplink(9000, 9)]);
    await writer.write([uplink(8000, 8)]);
    expect(await stored()).toEqual({ values: [8, 9], latest: [9], conflicts: [] });
    await writer.write([uplink(9001, 10)]);
    expect(await stored()).toEqual({ values: [8, 9, 10], latest: [10], conflicts: [] });
    await writer.close();
  });

  test("is written in one round trip where it is small, late values included, and whole where one is the first of its kind or a key is taken", async () => {
    const known = await newDevice();
    const other = await newDevice();
    const way = await openDatabaseWay(platform.owner);
    const writer = createUplinkWriter(way.config, null);
    const times: number[] = [];
    // The first finds no latest value, and those behind it are taken to be like it.
    for (let second = 0; second < 30; second++) {
      times.push(second);
      await writer.write([known.uplink(second, second)]);
    }
    way.takeRoundTrips();
    await writer.write([known.uplink(30, 30), known.uplink(32, 32)]);
    await writer.write([known.uplink(33, 33)]);
    expect(way.takeRoundTrips()).toBe(2);
    // A device that has never reported, next to one that has.
    await writer.write([known.uplink(34, 34), other.uplink(1, 1)]);
    expect(await other.stored()).toEqual({ values: [1], latest: [1], conflicts: [] });
    for (let second = 35; second < 60; second++) {
      times.push(second);
      await writer.write([known.uplink(second, second)]);
    }
    way.takeRoundTrips();
    await writer.write([known.uplink(60, 60)]);
    expect(way.takeRoundTrips()).toBe(1);
    // Late: the latest value is newer.
    await writer.write([known.uplink(31, 31)]);
    expect(way.takeRoundTrips()).toBe(1);
    // Under a key that is taken.
    await writer.write([known.uplink(31, 7), known.uplink(61, 61)]);
    const values = [...times, 30, 31, 32, 33, 34, 60, 61].sort((a, b) => a - b);
    expect(await known.stored()).toEqual({ values, latest: [61], conflicts: [7] });
    await writer.close();
    way.close();
  });

  test.each([1, 300])(
    "of which %i have texts leaves as the latest value the text as it came",
    async (count) => {
      const { uplink } = await newDevice();
      const first = uplink(0, 0);
      const text = JSON.stringify('{"a", \\ null},\n"ü" NULL');
      const writer = createUplinkWriter(platform.owner, null);
      const written = Array.from({ length: count }, (_, second) => {
        const one = uplink(second, 0);
        return { ...one, values: one.values.map((value) => ({ ...value, number: null, json: text })) };
      });
      await writer.write(written);
      const { rows } = await sql<{ latest: string; all: number }>`
      select l.value_json #>> '{}' as latest, (select count(*)::int from telemetry t
        where t.device_id = l.device_id and t.value_json = l.value_json) as all
      from telemetry_latest l where l.device_id = ${first.about.deviceId}`.execute(platform.db);
      expect(rows).toEqual([{ latest: JSON.parse(text), all: count }]);
      await writer.close();
    },
  );
});
