import { getSeries, listConflicts, listEvents, listMessages } from "@tracewater/contract/fleet/telemetry";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { pauseTask, runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The platform's clock; the tests move it. */
let clock = Date.now();

onPlatform(
  "A series",
  (platform) => {
    beforeAll(() => pauseTask(platform, "rollup"));
    type Query = { deviceId: number; begin: number; end: number } & Record<string, string | number>;
    const read = async (query: Query) => {
      const asked = { identifiers: "ph", points: 500, ...query };
      const { data } = await platform.call(getSeries, { query: asked }, await platform.admin());
      const [series] = data;
      if (series === undefined) throw new Error("no series came");
      return series;
    };
    /** Straight into the database: `count` values of `ph`, one every `everyMs`, the last one now. */
    const put = async (deviceId: number, count: number, everyMs: number) => {
      const begin = clock - (count - 1) * everyMs;
      for (const at of [begin, begin + 28 * day, clock]) {
        await sql`select make_telemetry_month(${new Date(Math.min(at, clock))}::date)`.execute(platform.db);
      }
      await sql`insert into metric (identifier) values ('ph') on conflict do nothing`.execute(platform.db);
      await sql`insert into telemetry (device_id, metric, flags, ts, value, received_at)
        select ${deviceId}::int, (select id from metric where identifier = 'ph'), 0,
          to_timestamp((${begin}::float8 + g * ${everyMs}::float8) / 1000), 7 + sin(g / 500.0), to_timestamp(${clock / 1000}::float8)
        from generate_series(0, ${count - 1}::int) g`.execute(platform.db);
      return begin;
    };
    const setValue = (deviceId: number, at: number, value: number) =>
      sql`update telemetry set value = ${value} where device_id = ${deviceId}
        and ts = to_timestamp(${at / 1000}::float8)`.execute(platform.db);
    const extremes = (points: readonly (readonly [number, number | null])[]) => {
      const values = points.flatMap(([, value]) => (value === null ? [] : [value]));
      return [Math.min(...values), Math.max(...values)];
    };

    test("of few values gives each of them, and says where the device was silent", async () => {
      const device = await platform.connectNew();
      const begin = clock - 2 * hour;
      for (const at of [0, 1, 2, 3, 4, 30, 31, 32]) {
        await device.post({ ph: { value: 7 + at / 100, time: begin + at * minute } });
      }
      const query = { deviceId: device.credentials.id, begin, end: begin + 33 * minute };
      const series = await read(query);
      expect(series).toMatchObject({ count: 8, reduced: false, level: "raw", stepMs: 0, band: [] });
      expect(series.gaps).toEqual([[begin + 4 * minute, begin + 30 * minute]]);
      expect(series.points.map(([, value]) => value)).toEqual([
        7,
        7.01,
        7.02,
        7.03,
        7.04,
        null,
        7.3,
        7.31,
        7.32,
      ]);
      // A device that shows when something changes is silent for good reasons: the caller knows how often it should.
      expect((await read({ ...query, interval: 20 * minute })).gaps).toEqual([]);
      // It has been silent ever since, which shows to the end of the span or to now.
      const { gaps } = await read({ ...query, end: clock + day });
      expect(gaps.at(-1)).toEqual([begin + 32 * minute, clock]);
    });

    test("of many values keeps each part's lowest, highest, mean and number", async () => {
      const { id } = await platform.addDevice();
      const begin = await put(id, 10_000, minute);
      const [low, high] = [begin + 3333 * minute, begin + 7001 * minute];
      await setValue(id, low, -5);
      await setValue(id, high, 50);
      const series = await read({ deviceId: id, begin, end: clock });
      expect(series).toMatchObject({ count: 10_000, reduced: true, level: "raw", stepMs: hour, gaps: [] });
      expect(series.points.length).toBeLessThanOrEqual(500);
      for (const [value, when] of [
        [-5, low],
        [50, high],
      ] as const) {
        const [at = 0] = series.points.find((point) => point[1] === value) ?? [];
        expect(Math.abs(at - when)).toBeLessThanOrEqual(hour / 2);
      }
      expect(series.band.reduce((sum, [, , , , n]) => sum + n, 0)).toBe(10_000);
      const [at, lowest, highest, mean, n] = series.band.find(([from]) => from > begin + day) ?? [
        0, 0, 0, 0, 0,
      ];
      const { rows } = await sql<{ low: number; high: number; mean: number; n: number }>`
        select min(value) as low, max(value) as high, avg(value) as mean, count(*)::int as n from telemetry
        where device_id = ${id} and ts >= to_timestamp(${at / 1000}::float8)
          and ts < to_timestamp(${(at + series.stepMs) / 1000}::float8)`.execute(platform.db);
      expect({ low: lowest, high: highest, n }).toEqual({
        low: rows[0]?.low,
        high: rows[0]?.high,
        n: rows[0]?.n,
      });
      expect(mean).toBeCloseTo(rows[0]?.mean ?? 0, 9);
    });

    test("of a long span is read from rollups, goes on to the newest value, and keeps extremes and gaps", async () => {
      const { id } = await platform.addDevice();
      const begin = await put(id, 30_000, 10_000);
      await setValue(id, begin + 5000 * 10_000, -3);
      await sql`delete from telemetry where device_id = ${id} and ts > to_timestamp(${(begin + day) / 1000}::float8)
        and ts < to_timestamp(${(begin + day + 3 * hour) / 1000}::float8)`.execute(platform.db);
      clock += minute;
      await runTask(platform, "rollup");
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from telemetry where device_id = ${id}`.execute(platform.db);
      const stored = rows[0]?.n ?? 0;
      const whole = await read({ deviceId: id, begin, end: clock });
      expect(whole).toMatchObject({ count: stored, reduced: true, level: "minute" });
      expect(extremes(whole.points)[0]).toBe(-3);
      expect(whole.points.length).toBeLessThanOrEqual(502);
      // It may have been silent since its last value, which shows up to now.
      expect(whole.gaps.slice(1).every(([, to]) => to === clock)).toBe(true);
      const [[from = 0, to = 0] = []] = whole.gaps;
      expect(Math.abs(from - (begin + day))).toBeLessThanOrEqual(minute);
      expect(Math.abs(to - (begin + day + 3 * hour))).toBeLessThanOrEqual(minute);
      // Coarser for fewer points, the same extremes and the same number.
      const coarse = await read({ deviceId: id, begin, end: clock, points: 60 });
      expect(coarse).toMatchObject({ count: stored, level: "hour" });
      expect(extremes(coarse.points)).toEqual(extremes(whole.points));
      // What came since the rollups were made is there at once.
      clock += 5 * minute;
      await sql`insert into telemetry (device_id, metric, flags, ts, value, received_at)
        values (${id}, (select id from metric where identifier = 'ph'), 0, to_timestamp(${clock / 1000}::float8), 99,
          to_timestamp(${clock / 1000}::float8))`.execute(platform.db);
      for (const points of [500, 60]) {
        const grown = await read({ deviceId: id, begin, end: clock, points });
        expect(grown.count).toBe(stored + 1);
        expect(extremes(grown.points)[1]).toBe(99);
      }
      // Zoomed in, it is the stored values again.
      expect(await read({ deviceId: id, begin, end: begin + hour })).toMatchObject({
        level: "raw",
        count: 361,
      });
    });

    test("reaches past what retention took: rollups are used", async () => {
      const { id } = await platform.addDevice();
      const begin = await put(id, 100, hour);
      // The last value's minute is over and settled, wherever in a minute this run began.
      clock += 2 * minute;
      await runTask(platform, "rollup");
      await sql`delete from telemetry where device_id = ${id}`.execute(platform.db);
      expect((await read({ deviceId: id, begin, end: clock })).count).toBe(0);
      await sql`update rollup_state set raw_floor = to_timestamp(${clock / 1000}::float8)`.execute(
        platform.db,
      );
      const series = await read({ deviceId: id, begin, end: clock });
      await sql`update rollup_state set raw_floor = '-infinity'`.execute(platform.db);
      expect(series).toMatchObject({ count: 100, reduced: true, level: "minute" });
    });

    test("belongs to the unit of its time: what a moved device reported stays with the old one", async () => {
      const [before, after] = [await platform.addUnit("Before"), await platform.addUnit("After")];
      const [old, now] = [
        await platform.addUser({ unitId: before, roles: ["viewer"] }),
        await platform.addUser({ unitId: after, roles: ["viewer"] }),
      ];
      const credentials = await platform.addDevice({ unitId: before });
      const { id } = credentials;
      const device = await platform.connect(credentials);
      const moved = clock - hour;
      await sql`update device set unit_id = ${after} where id = ${id}`.execute(platform.db);
      await sql`update device_unit set since = to_timestamp(${moved / 1000 - 60}), until = to_timestamp(${moved / 1000})
        where device_id = ${id}`.execute(platform.db);
      await sql`insert into device_unit (device_id, unit_id, since) values (${id}, ${after}, to_timestamp(${moved / 1000}))`.execute(
        platform.db,
      );
      // One from before it was ours, which its first unit owns, one from then, one at the moment itself, one since.
      for (const at of [moved - day, moved - 1000, moved, moved + 1000]) {
        await device.post({ ph: { value: 7, time: at } });
        await device.post({ value: {}, time: at }, "thing/event/sampleTaken/post");
        await device.post({ ph: { value: 8, time: at } });
      }
      const span = { deviceId: id, begin: clock - 2 * day, end: clock };
      for (const [who, times] of [
        [old, [moved - day, moved - 1000]],
        [now, [moved, moved + 1000]],
        [await platform.admin(), [moved - day, moved - 1000, moved, moved + 1000]],
      ] as const) {
        const { data } = await platform.call(getSeries, { query: { ...span, identifiers: "ph" } }, who);
        expect(data[0]?.points.filter(([, value]) => value !== null).map(([at]) => at)).toEqual(times);
        const newestFirst = times.toReversed();
        const events = await platform.call(listEvents, { query: { deviceId: id } }, who);
        expect(events.rows.map((row) => row.at)).toEqual(newestFirst);
        const conflicts = await platform.call(listConflicts, { query: { deviceId: id } }, who);
        expect(conflicts.rows).toMatchObject(
          newestFirst.map((at) => ({ at, identifier: "ph", kept: 7, other: 8 })),
        );
      }
      expect((await platform.call(listMessages, { query: { deviceId: id } }, old)).total).toBe(0);
      expect((await platform.call(listMessages, { query: { deviceId: id } }, now)).total).toBe(12);
      const stranger = await platform.addUser({
        unitId: await platform.addUnit("Stranger"),
        roles: ["viewer"],
      });
      const refused = await platform.refusal(listConflicts, { query: { deviceId: id } }, stranger);
      expect(refused).toMatchObject({ code: 404 });
    });
  },
  { now: () => clock },
);
