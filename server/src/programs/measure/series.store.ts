import { sql } from "kysely";
import type { Db } from "../../platform/store/database.ts";

/**
 * Readings of one property, one every so many seconds until `end`, as devices from `first` on would have reported
 * them.
 */
export async function fillReadings(
  db: Db,
  given: { first: number; devices: number; count: number; everyS: number; end: Date },
): Promise<void> {
  const { first, devices, count, everyS, end } = given;
  const begin = new Date(end.getTime() - (count - 1) * everyS * 1000);
  for (let month = new Date(begin); month <= end; month = new Date(month.getTime() + 27 * 86_400_000)) {
    await sql`select make_telemetry_month(${month}::date)`.execute(db);
  }
  await sql`select make_telemetry_month(${end}::date)`.execute(db);
  await sql`insert into metric (identifier) values ('boxTemp') on conflict do nothing`.execute(db);
  for (let device = first; device < first + devices; device++) {
    await sql`insert into telemetry (device_id, metric, flags, ts, value, received_at)
      select ${device}::int, (select id from metric where identifier = 'boxTemp'), 0,
        ${begin}::timestamptz + g * ${everyS}::float8 * interval '1 second', 4 + sin(g / 300.0) + random(), now()
      from generate_series(0, ${count - 1}::int) g`.execute(db);
  }
}

/** The peer: the lowest and highest value of each of 250 parts, by one bare statement. */
export async function bareExtremes(db: Db, device: number, begin: Date, end: Date): Promise<number> {
  const found = await sql`
    select date_bin((${end}::timestamptz - ${begin}::timestamptz) / 250, ts, ${begin}), min(value), max(value)
    from telemetry where device_id = ${device} and metric = (select id from metric where identifier = 'boxTemp')
      and ts >= ${begin} and ts <= ${end} group by 1`.execute(db);
  return found.rows.length;
}
