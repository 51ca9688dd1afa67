import type { QueryOf } from "@tracewater/contract/call";
import type { PlatformAlarmSource } from "@tracewater/contract/fleet/alarm-sources";
import type { Alarm, AlarmStep, listAlarms, Maintenance } from "@tracewater/contract/fleet/alarms";
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";
import { inSpan } from "../../../platform/store/search-span.ts";

export type AlarmFilter = Omit<QueryOf<typeof listAlarms>, "pageNum" | "pageSize">;

export type AlarmDetail = Alarm & {
  clearBy: "auto" | "manual" | "event" | "after" | null;
  clearThreshold: number | null;
  durationS: number | null;
  params: Record<string, unknown> | null;
};

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

const columns = sql`a.id as alarm_id, a.rule_id, a.name, a.name_zh, a.source, a.identifier, a.operator, a.threshold,
  a.value, a.severity, a.state, a.device_id, a.display_id, coalesce(d.device_name, s.name) as device_name,
  coalesce(d.nickname, '') as nickname, a.type_key, a.unit_id,
  u.name as unit_name, ${epochMs("a.began_at")} as began_at, ${epochMs("a.raised_at")} as raised_at,
  ${epochMs("a.last_at")} as last_at, a.occurrences, a.flaps, ${epochMs("a.acknowledged_at")} as acknowledged_at,
  a.acknowledged_by, ${epochMs("a.cleared_at")} as cleared_at, a.cleared_by, ${epochMs("a.shelved_until")} as shelved_until,
  a.shelved_by, a.escalations, a.in_maintenance`;
const joined = sql`alarm a left join device d on d.id = a.device_id left join display s on s.id = a.display_id
  join dept u on u.id = a.unit_id`;

export function createAlarmStore(db: Db) {
  return {
    async list(scope: Scope, filter: AlarmFilter, page: { limit: number; offset: number }): Promise<Alarm[]> {
      const found = await sql<Alarm>`select ${columns} from ${joined} where ${matches(scope, filter)}
        order by ${orderOf(filter)} limit ${page.limit} offset ${page.offset}`.execute(db);
      return found.rows;
    },

    async count(scope: Scope, filter: AlarmFilter): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from ${joined} where ${matches(scope, filter)}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async countOpen(scope: Scope): Promise<{ severity: Alarm["severity"]; open: number; active: number }[]> {
      const found = await sql<{ severity: Alarm["severity"]; open: number; active: number }>`
        select severity, count(*)::int as open, count(*) filter (where state = 'active')::int as active
        from alarm where cleared_at is null and shelved_until is null and ${inScope(scope, "unit_id")}
        group by severity`.execute(db);
      return found.rows;
    },

    async find(scope: Scope, id: number): Promise<AlarmDetail | undefined> {
      const found = await sql<AlarmDetail>`
        select ${columns}, r.clear_by, r.clear_threshold, r.duration_s, a.params
        from ${joined} left join alarm_rule r on r.id = a.rule_id
        where a.id = ${id} and ${inScope(scope, "a.unit_id")}`.execute(db);
      return found.rows[0];
    },

    async listSteps(id: number): Promise<AlarmStep[]> {
      const found = await sql<AlarmStep>`
        select id::float8 as step_id, kind, ${epochMs("at")} as at, by_name as by,
          case when kind = 'told' then '' else note end as note, case when kind = 'told' then
          jsonb_build_object('about', nullif(note, ''), 'way', way, 'recipient', recipient, 'outcome', outcome, 'error', error) end as told
        from alarm_step
        where alarm_id = ${id} order by id limit 1000`.execute(db);
      return found.rows;
    },

    async listByIds(scope: Scope, ids: readonly number[]) {
      const found = await sql<Alarm>`select ${columns} from ${joined}
        where a.id = any(${[...ids]}::int[]) and ${inScope(scope, "a.unit_id")} order by a.id limit 1000`.execute(
        db,
      );
      return found.rows;
    },

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

function matches(scope: Scope, filter: AlarmFilter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [inScope(scope, "a.unit_id")];
  if (filter.keyword !== undefined) {
    const pattern = containing(filter.keyword);
    parts.push(sql`(a.name ilike ${pattern} or a.name_zh ilike ${pattern} or d.device_name ilike ${pattern}
      or d.nickname ilike ${pattern} or s.name ilike ${pattern})`);
  }
  if (filter.state !== undefined) parts.push(inState(filter.state));
  if (filter.severity !== undefined) parts.push(sql`a.severity = ${filter.severity}`);
  if (filter.typeKey !== undefined) parts.push(sql`a.type_key = ${filter.typeKey}`);
  if (filter.unitId !== undefined) parts.push(sql`a.unit_id = ${filter.unitId}`);
  if (filter.deviceId !== undefined) parts.push(sql`a.device_id = ${filter.deviceId}`);
  if (filter.ruleId !== undefined) parts.push(sql`a.rule_id = ${filter.ruleId}`);
  parts.push(...inSpan(sql`a.raised_at`, filter));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function inState(state: NonNullable<AlarmFilter["state"]>): RawBuilder<unknown> {
  if (state === "open") return sql`a.cleared_at is null and a.shelved_until is null`;
  if (state === "shelved") return sql`a.cleared_at is null and a.shelved_until is not null`;
  return sql`a.state = ${state}`;
}

function orderOf(filter: AlarmFilter): RawBuilder<unknown> {
  const direction = filter.isAsc === "asc" ? sql`asc` : sql`desc`;
  if (filter.orderByColumn === "severity") {
    return sql`array_position(array['info', 'warning', 'major', 'critical'], a.severity) ${direction}, a.id desc`;
  }
  // What is open first, the gravest on top: as the index alarm_urgency has it.
  if (filter.orderByColumn === undefined) {
    return sql`(case when a.cleared_at is not null then 0
      else array_position(array['info', 'warning', 'major', 'critical'], a.severity) end) desc,
      a.raised_at desc, a.id desc`;
  }
  const column = filter.orderByColumn === "lastAt" ? sql`a.last_at` : sql`a.raised_at`;
  return sql`${column} ${direction}, a.id ${direction}`;
}
