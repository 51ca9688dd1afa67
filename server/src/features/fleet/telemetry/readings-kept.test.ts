import { configs } from "@tracewater/contract/system/config";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { pauseTask, runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const day = 86_400_000;
const minute = 60_000;
/** The platform's clock; the tests move it. */
let clock = Date.now();

onPlatform(
  "What devices told",
  (platform) => {
    beforeAll(async () => {
      for (const key of ["rollup", "readingRetention"]) await pauseTask(platform, key);
    });
    const run = (key: string) => runTask(platform, key);
    const setDays = async (configKey: string, configValue: string) => {
      const admin = await platform.admin();
      const { rows } = await platform.call(configs.calls.list, { query: { keyword: configKey } }, admin);
      const body = { ...rows[0], configValue } as Parameters<typeof configs.change.parse>[0];
      await platform.ask(configs.calls.change, { body }, admin);
    };
    /** As if a device had reported it then: `ph`, arrived when it was reported. */
    const put = async (deviceId: number, at: number[], value = 7, arrived: number | null = null) => {
      for (const month of new Set(at.map((ms) => new Date(ms).toISOString().slice(0, 7)))) {
        await sql`select make_telemetry_month(${`${month}-01`}::date)`.execute(platform.db);
      }
      await sql`insert into metric (identifier) values ('ph') on conflict do nothing`.execute(platform.db);
      await sql`insert into telemetry (device_id, metric, flags, ts, value, received_at)
      select ${deviceId}::int, (select id from metric where identifier = 'ph'), 0, to_timestamp(t / 1000),
        ${value}::float8, to_timestamp(coalesce(${arrived}::float8, t) / 1000)
      from unnest(${at}::float8[]) t`.execute(platform.db);
    };
    const rollup = async (table: string, deviceId: number) =>
      (
        await sql<{ n: number; total: number; low: number; high: number }>`
        select n, total, low, high from ${sql.table(table)} t where device_id = ${deviceId} order by bucket, metric`.execute(
          platform.db,
        )
      ).rows;
    const fromRaw = async (width: string, deviceId: number) =>
      (
        await sql<{ n: number; total: number; low: number; high: number }>`
        select count(*)::int as n, sum(value) as total, min(value) as low, max(value) as high from (
          select metric, value, date_bin(${width}::interval, ts, origin) as bucket
          from telemetry, rollup_state where device_id = ${deviceId} and value is not null) r
        group by bucket, metric order by bucket, metric`.execute(platform.db)
      ).rows;
    const expectSummedUp = async (deviceId: number, readings: number) => {
      const days = await rollup("telemetry_1d", deviceId);
      expect(days.reduce((sum, row) => sum + row.n, 0)).toBe(readings);
      for (const [table, width] of [
        ["telemetry_1m", "1 minute"],
        ["telemetry_1h", "1 hour"],
        ["telemetry_1d", "1 day"],
      ] as const) {
        expect(await rollup(table, deviceId), table).toEqual(await fromRaw(width, deviceId));
      }
    };
    const monthOf = (ms: number, later = 0) =>
      new Date(Date.UTC(new Date(ms).getUTCFullYear(), new Date(ms).getUTCMonth() + later));
    const partitionName = (ms: number) =>
      `telemetry_${monthOf(ms).toISOString().slice(0, 7).replace("-", "_")}`;
    const partitions = async (table: string) =>
      (
        await sql<{
          name: string;
        }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ${table}::regclass order by 1`.execute(platform.db)
      ).rows.map((row) => row.name);
    const left = async (table: string, deviceId: number) =>
      (
        await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} t
        where device_id = ${deviceId}`.execute(platform.db)
      ).rows[0]?.count;

    test("is summed up by minute, hour and day: each reading once, replays and bursts included", async () => {
      const device = await platform.connectNew();
      const { id } = device.credentials;
      const post = (at: number, ph: number) =>
        device.post({ ph: { value: ph, time: at }, door: { value: 1, time: at } });
      const received = clock;
      await post(received - 5 * minute, 7);
      await post(received - 5 * minute + 1, 9);
      await post(received - 3 * day, 8);
      clock += minute;
      await run("rollup");
      await expectSummedUp(id, 6);
      // Again: nothing is added twice. Then a replay into buckets that are there.
      await run("rollup");
      await post(received - 3 * day + 2, 3);
      await post(received - 5 * minute + 2, 11);
      await expect.soft(rollup("telemetry_1d", id)).resolves.not.toEqual(await fromRaw("1 day", id));
      clock += minute;
      await run("rollup");
      await expectSummedUp(id, 10);
    });

    test("and was stored after its span of arrival was closed is worked in with the next run", async () => {
      const device = await platform.connectNew();
      const { id } = device.credentials;
      await device.post({ ph: { value: 7, time: clock } });
      clock += minute;
      expect(await run("rollup")).toContain("0 late batches");
      // The server's clock goes back, as it does for a batch that waited for the database: it arrived long ago.
      clock -= 40_000;
      await device.post({ ph: { value: 5, time: clock - minute } });
      await device.post({ ph: { value: 6, time: clock - minute + 1 } });
      clock += 2 * minute;
      await device.post({ ph: { value: 8, time: clock - 3 * minute + 5 } });
      clock += minute;
      expect(await run("rollup")).toContain("2 late batches");
      await expectSummedUp(id, 4);
      expect(await run("rollup")).toContain("0 late batches");
    });

    test("goes by whole partitions once all of one is too old, and rollups stay", async () => {
      const device = await platform.connectNew();
      const { id } = device.credentials;
      const old = clock - 200 * day;
      for (const time of [old, clock - 40 * day, clock]) await device.post({ ph: { value: 7, time } });
      clock += minute;
      await run("rollup");
      expect(await partitions("telemetry")).toContain(partitionName(old));
      await setDays("sys.data.readingDays", "90");
      expect(await run("readingRetention")).toMatch(
        /^[1-9]\d* partitions and 0 rows deleted, 0 partitions kept/,
      );
      expect(await left("telemetry", id)).toBe(2);
      // Of a new month that began meanwhile the same run makes the partition: the number reports nothing.
      expect(await partitions("telemetry")).not.toContain(partitionName(old));
      expect((await rollup("telemetry_1m", id)).length).toBe(3);
      // What its month was made from is gone: a straggler that was passed by does not stand for the whole of it.
      clock -= 40_000;
      await device.post({ ph: { value: 99, time: old + 1 } });
      clock += minute;
      expect(await run("rollup")).toContain("1 late batches");
      expect((await rollup("telemetry_1m", id))[0]).toEqual({ n: 1, total: 7, low: 7, high: 7 });
    });

    test("stays while a legal hold is on it, to the row, and goes once it is lifted", async () => {
      const [held, other] = [await platform.addDevice(), await platform.addDevice()];
      const at = clock - 300 * day;
      for (const { id } of [held, other]) await put(id, [at, at + 1, at + 60_000]);
      const unitId = await platform.unit();
      await sql`insert into reading_hold (device_id, unit_id, begin_at, end_at, reason, placed_by)
      values (${held.id}, ${unitId}, to_timestamp(${at + 1} / 1000.0), to_timestamp(${at + 2} / 1000.0), 'case 7', 'x')`.execute(
        platform.db,
      );
      await setDays("sys.data.readingDays", "90");
      expect(await run("readingRetention")).toContain("5 rows deleted, 1 partitions kept under legal hold");
      expect([await left("telemetry", held.id), await left("telemetry", other.id)]).toEqual([1, 0]);
      const [kept] = (await partitions("telemetry")).filter((name) => name === partitionName(at));
      const drop = sql`select drop_partition('telemetry', ${kept}, ${monthOf(at)}, ${monthOf(at, 1)})`;
      await expect(drop.execute(platform.db)).rejects.toThrow("a legal hold touches");
      await sql`update reading_hold set lifted_at = now(), lifted_by = 'x'`.execute(platform.db);
      expect(await run("readingRetention")).toContain("1 partitions and 0 rows deleted, 0 partitions kept");
      expect(await left("telemetry", held.id)).toBe(0);
    });

    test("lies in the default partition where it had none, until the next night", async () => {
      const { id } = await platform.addDevice();
      await sql`insert into message_log (device_id, direction, kind, received_at, topic, payload)
      select ${id}::int, 1, 1, to_timestamp(${clock / 1000}::float8) - make_interval(days => d), 't', '{}'
      from generate_series(0, 300, 30) d`.execute(platform.db);
      expect(await left("message_log_default", id)).toBe(10);
      expect(await run("readingRetention")).toContain("10 rows moved to their partitions");
      expect(await left("message_log_default", id)).toBe(0);
      // 180 days by default, by whole weeks: that of the 180th day is not yet over.
      expect(await left("message_log", id)).toBe(7);
      await setDays("sys.log.messageDays", "0");
      await run("readingRetention");
      expect(await left("message_log", id)).toBe(7);
    });

    test("is never dropped by another name, nor another table", async () => {
      const drop = (table: string, part: string | undefined) =>
        sql`select drop_partition(${table}, ${part}, ${monthOf(clock)}, ${monthOf(clock, 1)})`.execute(
          platform.db,
        );
      await expect(drop("audit_log", "audit_log")).rejects.toThrow("no partitions of audit_log are dropped");
      await expect(drop("telemetry", "device")).rejects.toThrow("is not the partition");
      await expect(drop("telemetry", "telemetry_default")).rejects.toThrow("is not the partition");
    });
  },
  { now: () => clock },
);
