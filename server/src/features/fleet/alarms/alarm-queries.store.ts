/** Lists and look-ups of alarms. */
import type { QueryOf } from "@tracewater/contract/call";
import type { Alarm, AlarmStep, listAlarms } from "@tracewater/contract/fleet/alarms";
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

const columns = sql`a.id as alarm_id, a.rule_id, a.name, a.name_zh, a.source, a.identifier, a.operator, a.threshold,
  a.value, a.severity, a.state, a.device_id, a.display_id, coalesce(d.device_name, s.name) as device_name,
  coalesce(d.nickname, '') as nickname, a.type_key, a.unit_id,
  u.name as unit_name, ${epochMs("a.began_at")} as began_at, ${epochMs("a.raised_at")} as raised_at,
  ${epochMs("a.last_at")} as last_at, a.occurrences, a.flaps, ${epochMs("a.acknowledged_at")} as acknowledged_at,
  a.acknowledged_by, ${epochMs("a.cleared_at")} as cleared_at, a.cleared_by, ${epochMs("a.shelved_until")} as shelved_until,
  a.shelved_by, a.escalations, a.in_maintenance`;
const joined = sql`alarm a left join device d on d.id = a.device_id left join display s on s.id = a.display_id
  join dept u on u.id = a.unit_id`;

export function createAlarmQueries(db: Db) {
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
  };
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
