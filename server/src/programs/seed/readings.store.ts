import { sql } from "kysely";
import type { Db } from "../../platform/store/database.ts";

/** What a sampler would have reported, made by the database itself: millions of rows without a message for each. */
export function createSeedReadingsStore(db: Db) {
  return {
    async listSamplers(): Promise<{ id: number; unitId: number }[]> {
      return db
        .selectFrom("device")
        .innerJoin("product", "product.id", "device.productId")
        .select(["device.id", "device.unitId"])
        .where("product.typeKey", "=", "waterSample")
        .orderBy("device.id")
        .limit(100_000)
        .execute();
    },

    async prepare(begin: Date, end: Date, identifiers: readonly string[]): Promise<void> {
      await sql`select make_telemetry_month(month::date)
        from generate_series(date_trunc('month', ${begin}::timestamptz), ${end}::timestamptz, '1 month') month`.execute(
        db,
      );
      await sql`insert into metric (identifier) select unnest(${[...identifiers]}::text[])
        on conflict do nothing`.execute(db);
    },

    /** `count` values of each number every so many seconds, the last one at `end`, and as many places. */
    async addReadings(
      deviceId: number,
      given: { numbers: readonly string[]; count: number; everyS: number; end: Date },
    ): Promise<void> {
      const { numbers, count, everyS, end } = given;
      const at = sql`${end}::timestamptz - g * ${everyS}::float8 * interval '1 second'`;
      await sql`
        with added as (
          insert into telemetry (device_id, metric, flags, ts, value, received_at, value_json)
          select ${deviceId}::int, m.id, 0, ${at},
            case when m.identifier <> 'gps' then 4 + sin((g + ${deviceId}) / 20.0) + random() end,
            ${at} + interval '1 second',
            case when m.identifier = 'gps' then jsonb_build_object('latitude', 47 + random() / 1000, 'longitude', 8) end
          from metric m cross join generate_series(0, ${count - 1}::int) g
          where m.identifier = any(${[...numbers, "gps"]}::text[])
          on conflict do nothing returning *)
        insert into telemetry_latest (device_id, metric, flags, ts, value, received_at, value_json)
        select distinct on (metric) device_id, metric, flags, ts, value, received_at, value_json
        from added order by metric, ts desc on conflict do nothing`.execute(db);
    },

    /** An aliquot every quarter of an hour, four to a bottle, 24 bottles a day. */
    async addAliquots(deviceId: number, unitId: number, days: number, end: Date): Promise<void> {
      await sql`
        insert into device_event (device_id, unit_id, identifier, kind, ts, received_at, params)
        select ${deviceId}, ${unitId}, case when g % 97 = 5 then 'sampleMissed' else 'sampleTaken' end, 'info',
          at, at + interval '1 second', jsonb_build_object('index', g % 96 / 4 + 1, 'trigger', 'program') ||
            case when g % 97 = 5 then jsonb_build_object('reason', 'noLiquid')
            else jsonb_build_object('volume', 250, 'bottleVolume', 250 * (g % 4 + 1), 'boxTemp', 4, 'into', 'main') end
        from generate_series(0, ${days * 96 - 1}::int) g
        cross join lateral (select date_trunc('day', ${end}::timestamptz) - ${days} * interval '1 day'
          + g * interval '15 minutes' as at) moment
        on conflict do nothing`.execute(db);
    },
  };
}
