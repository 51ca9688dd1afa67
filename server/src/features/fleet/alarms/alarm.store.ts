/** Acts on alarms, alarms that no rule makes, and devices in maintenance. */
import type { PlatformAlarmSource } from "@tracewater/contract/fleet/alarm-sources";
import type { Alarm, Maintenance } from "@tracewater/contract/fleet/alarms";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";
import { createAlarmQueries } from "./alarm-queries.store.ts";

/** An alarm that no rule makes. */
export type OwnAlarm = {
  origin: string;
  deviceId: number | null;
  /** Where it is about a display and no device. */
  displayId?: number;
  name: string;
  nameZh: string;
  source: PlatformAlarmSource;
  identifier: string;
  severity: Alarm["severity"];
  at: Date;
  value?: number;
  threshold?: number;
};

/** Who does something to alarms, and when. */
export type Act = { by: string; at: Date; note: string };

export function createAlarmStore(db: Db) {
  return {
    ...createAlarmQueries(db),
    ...createOwnAlarmStore(db),
    ...createMaintenanceStore(db),

    /** Each of these names the states it may start from; the ids of those that changed come back. */
    acknowledge: (ids: readonly number[], act: Act): Promise<number[]> =>
      change(
        ids,
        act,
        "acknowledged",
        sql`state = 'acknowledged', acknowledged_at = ${act.at}, acknowledged_by = ${act.by}`,
        sql`state = 'active'`,
      ),

    clear: (ids: readonly number[], act: Act): Promise<number[]> =>
      change(
        ids,
        act,
        "cleared",
        sql`state = 'cleared', cleared_at = greatest(${act.at}::timestamptz, raised_at), cleared_by = ${act.by},
          shelved_until = null`,
        sql`cleared_at is null`,
      ),

    shelve: (ids: readonly number[], until: Date, act: Act): Promise<number[]> =>
      change(
        ids,
        act,
        "shelved",
        sql`shelved_until = ${until}, shelved_by = ${act.by}`,
        sql`cleared_at is null`,
      ),

    unshelve: (ids: readonly number[], act: Act): Promise<number[]> =>
      change(
        ids,
        act,
        "unshelved",
        sql`shelved_until = null, shelved_by = ''`,
        sql`cleared_at is null and shelved_until is not null`,
      ),

    async addNote(id: number, act: Act): Promise<void> {
      await sql`insert into alarm_step (alarm_id, kind, at, by_name, note)
        values (${id}, 'noted', ${act.at}, ${act.by}, ${act.note})`.execute(db);
    },
  };

  async function change(
    ids: readonly number[],
    act: Act,
    step: string,
    sets: RawBuilder<unknown>,
    from: RawBuilder<unknown>,
  ): Promise<number[]> {
    const changed = await sql<{ alarmId: number }>`
      with changed as (
        update alarm set ${sets}, node = '' where id = any(${[...ids]}::int[]) and ${from} returning id, in_maintenance)
      insert into alarm_step (alarm_id, kind, at, by_name, note, to_tell)
      select id, ${step}, ${act.at}, ${act.by}, ${act.note}, ${step}::text = 'cleared' and not in_maintenance from changed
      returning alarm_id`.execute(db);
    return changed.rows.map((row) => row.alarmId);
  }
}

/** Alarms that no rule makes. */
function createOwnAlarmStore(db: Db) {
  return {
    /** Raises what no rule makes; nothing where it is open already. */
    async raiseOwn(alarms: readonly OwnAlarm[]): Promise<number> {
      const records = JSON.stringify(
        alarms.map((one) => ({
          origin: one.origin,
          device_id: one.deviceId,
          display_id: one.displayId ?? null,
          name: one.name,
          name_zh: one.nameZh,
          source: one.source,
          identifier: one.identifier,
          severity: one.severity,
          raised_at: one.at,
          value: one.value ?? null,
          threshold: one.threshold ?? null,
        })),
      );
      const done = await sql`
        with x as (
          select * from jsonb_to_recordset(${records}::jsonb) as x(origin text, device_id int, display_id int, name text, name_zh text,
            source text, identifier text, severity text, raised_at timestamptz, value float8, threshold float8)),
        added as (
          insert into alarm (origin, device_id, display_id, unit_id, type_key, name, name_zh, source, identifier, operator,
            threshold, value, severity, began_at, raised_at, last_at, open_since, in_maintenance)
          select x.origin, d.id, s.id, coalesce(d.unit_id, s.unit_id), p.type_key, x.name, x.name_zh, x.source, x.identifier, 'gt', x.threshold, x.value, x.severity,
            x.raised_at, x.raised_at, x.raised_at, x.raised_at,
            exists (select from device_maintenance m where m.device_id = d.id and m.until > x.raised_at)
          from x left join device d on d.id = x.device_id left join product p on p.id = d.product_id
            left join display s on s.id = x.display_id
          where d.id is not null or s.id is not null
          on conflict do nothing
          returning id, raised_at, in_maintenance)
        insert into alarm_step (alarm_id, kind, at, to_tell)
        select id, 'raised', raised_at, not in_maintenance from added`.execute(db);
      return Number(done.numAffectedRows ?? 0n);
    },

    /** Ends what no rule makes. */
    async endOwn(origins: readonly string[], act: Act): Promise<number> {
      const done = await sql`
        with ended as (
          update alarm set state = 'cleared', cleared_at = greatest(${act.at}::timestamptz, raised_at),
            cleared_by = ${act.by}, node = ''
          where origin = any(${[...origins]}::text[]) and cleared_at is null returning id, in_maintenance)
        insert into alarm_step (alarm_id, kind, at, by_name, note, to_tell)
        select id, 'cleared', ${act.at}, ${act.by}, ${act.note}, not in_maintenance from ended`.execute(db);
      return Number(done.numAffectedRows ?? 0n);
    },
  };
}

/** Devices in maintenance, whose alarms are marked. */
function createMaintenanceStore(db: Db) {
  return {
    async findMaintenance(deviceId: number, at: Date): Promise<Maintenance | undefined> {
      const found = await sql<Maintenance>`
        select device_id, ${epochMs("since")} as since, ${epochMs("until")} as until, reason, by_name as by
        from device_maintenance where device_id = ${deviceId} and until > ${at}`.execute(db);
      return found.rows[0];
    },

    /** From now on its alarms are marked, those that are open too. */
    async beginMaintenance(deviceId: number, until: Date, act: Act): Promise<void> {
      await sql`
        with begun as (
          insert into device_maintenance (device_id, since, until, reason, by_name)
          values (${deviceId}, ${act.at}, ${until}, ${act.note}, ${act.by})
          on conflict (device_id) do update set until = excluded.until, reason = excluded.reason,
            by_name = excluded.by_name,
            since = case when device_maintenance.until > ${act.at} then device_maintenance.since else excluded.since end)
        update alarm set in_maintenance = true where device_id = ${deviceId} and cleared_at is null`.execute(
        db,
      );
    },

    /** What is still open is no more of the maintenance, and is reported now. */
    async endMaintenance(deviceId: number, act: Act): Promise<void> {
      await sql`
        with ended as (delete from device_maintenance where device_id = ${deviceId}),
        back as (
          update alarm set in_maintenance = false where device_id = ${deviceId} and cleared_at is null and in_maintenance
          returning id)
        insert into alarm_step (alarm_id, kind, at, by_name, note, to_tell)
        select id, 'unshelved', ${act.at}, ${act.by}, ${act.note}, true from back`.execute(db);
    },
  };
}
