import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import { type AlarmRule, alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import type { RuleSource } from "@tracewater/contract/fleet/alarm-sources";
import { type RawBuilder, sql } from "kysely";
import { columnOf, matchingRows } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope, systemScope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";

export type RuleQuery = QueryOf<typeof alarmRules.calls.list>;
export type RuleBody = BodyOf<typeof alarmRules.calls.add>;

/** A rule in use with whom it is about; the sets are null where all that the type fits are meant. */
export type RuleInUse = {
  id: number;
  revision: string;
  typeKey: string;
  source: RuleSource;
  identifier: string;
  operator: AlarmRule["operator"];
  threshold: number | null;
  clearThreshold: number | null;
  durationS: number;
  clearBy: AlarmRule["clearBy"];
  clearEvent: string;
  unitIds: number[] | null;
  deviceIds: number[] | null;
};

/** A device that a rule is about. */
export type RuleDevice = { deviceId: number; deviceName: string };

export type AlarmRuleStore = ReturnType<typeof createAlarmRuleStore>;

const fields = Object.keys(alarmRules.fields);
const names = sql.join(fields.map((name) => sql.ref(columnOf(name))));

/** Rules of no unit count for everybody, so everybody reads them; only who reaches all units writes them. */
export function createAlarmRuleStore(db: Db) {
  const readable = (scope: Scope) =>
    sql<boolean>`(alarm_rule.unit_id is null or ${inScope(scope, "alarm_rule.unit_id")})`;
  const matches = (scope: Scope, query: RuleQuery) =>
    sql<boolean>`${readable(scope)} and ${matchingRows(alarmRules, systemScope, query)}`;
  const columns = sql.join([
    sql`alarm_rule.id as rule_id`,
    ...fields.map((name) => sql.ref(`alarm_rule.${columnOf(name)}`)),
    sql`coalesce(dept.name, '') as unit_name`,
    sql`(select count(*)::int from alarm a where a.rule_id = alarm_rule.id and a.cleared_at is null) as open_count`,
  ]);

  async function read(rest: RawBuilder<unknown>): Promise<AlarmRule[]> {
    const found = await sql<AlarmRule>`
      select ${columns} from alarm_rule left join dept on dept.id = alarm_rule.unit_id ${rest}`.execute(db);
    return found.rows;
  }

  return {
    async count(scope: Scope, query: RuleQuery): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from alarm_rule where ${matches(scope, query)}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    list(scope: Scope, query: RuleQuery, page: { limit: number; offset: number }): Promise<AlarmRule[]> {
      const direction = query.isAsc === "desc" ? sql`desc` : sql`asc`;
      const order =
        query.orderByColumn === "severity"
          ? sql`array_position(array['info', 'warning', 'major', 'critical'], alarm_rule.severity) ${direction}`
          : query.orderByColumn === "name"
            ? sql`alarm_rule.name ${direction}`
            : sql`alarm_rule.type_key, alarm_rule.name`;
      return read(sql`where ${matches(scope, query)} order by ${order}, alarm_rule.id
        limit ${page.limit} offset ${page.offset}`);
    },

    listAfter(scope: Scope, query: RuleQuery, afterId: number, limit: number): Promise<AlarmRule[]> {
      return read(sql`where ${matches(scope, query)} and alarm_rule.id > ${afterId}
        order by alarm_rule.id limit ${limit}`);
    },

    async find(scope: Scope, id: number): Promise<AlarmRule | undefined> {
      return (await read(sql`where ${readable(scope)} and alarm_rule.id = ${id}`))[0];
    },

    /** Undefined where the name is taken, by whomever. */
    async add(body: RuleBody): Promise<number | undefined> {
      const values = sql.join(fields.map((name) => sql`${written(body, name)}`));
      const added = await sql<{ id: number }>`
        insert into alarm_rule (${names}) values (${values}) on conflict (name) do nothing returning id`.execute(
        db,
      );
      return added.rows[0]?.id;
    },

    /** False where the name is taken. */
    async change(scope: Scope, id: number, body: RuleBody): Promise<boolean> {
      const sets = sql.join(fields.map((name) => sql`${sql.ref(columnOf(name))} = ${written(body, name)}`));
      const change =
        sql`update alarm_rule set ${sets} where id = ${id} and ${inScope(scope, "unit_id")}`.execute(db);
      return onUniqueViolation(
        change.then(() => true),
        () => false,
      );
    },

    async remove(scope: Scope, ids: readonly number[]): Promise<void> {
      await sql`delete from alarm_rule where id = any(${[...ids]}::int[]) and ${inScope(scope, "unit_id")}`.execute(
        db,
      );
    },

    async storeRows(
      scope: Scope,
      bodies: readonly RuleBody[],
      update: readonly string[] | null,
    ): Promise<Map<string, "added" | "updated">> {
      const records = JSON.stringify(
        bodies.map((body) => Object.fromEntries(fields.map((name) => [columnOf(name), written(body, name)]))),
      );
      const sets = (update ?? []).map((name) => {
        const column = sql.ref(columnOf(name));
        return sql`${column} = ${sql.ref(`excluded.${columnOf(name)}`)}`;
      });
      const conflict =
        update === null
          ? sql`do nothing`
          : sql`do update set ${sql.join(sets)} where ${inScope(scope, "alarm_rule.unit_id")}`;
      const stored = await sql<{ name: string; added: boolean }>`
        insert into alarm_rule (${names})
        select ${names} from jsonb_populate_recordset(null::alarm_rule, ${records}::jsonb)
        on conflict (name) ${conflict} returning name, xmax = 0 as added`.execute(db);
      return new Map(stored.rows.map((row) => [row.name, row.added ? "added" : "updated"]));
    },

    /** Rules that ship; those that are, or were taken away, are left as they are. */
    async ensureShipped(rules: readonly (RuleBody & { key: string })[]): Promise<void> {
      const records = JSON.stringify(
        rules.map((rule) => ({
          built_in_key: rule.key,
          ...Object.fromEntries(fields.map((name) => [columnOf(name), written(rule, name)])),
        })),
      );
      await sql`
        with seen as (
          insert into setting (key, value) select 'alarmRule/' || built_in_key, 'true'::jsonb
          from jsonb_populate_recordset(null::alarm_rule, ${records}::jsonb)
          on conflict (key) do nothing returning key)
        insert into alarm_rule (built_in_key, ${names})
        select built_in_key, ${names} from jsonb_populate_recordset(null::alarm_rule, ${records}::jsonb) r
        where exists (select from seen where key = 'alarmRule/' || r.built_in_key)
        on conflict do nothing`.execute(db);
    },

    async listInUse(): Promise<RuleInUse[]> {
      const found = await sql<RuleInUse>`
        select r.id, md5(r::text) as revision, r.type_key, r.source, r.identifier, r.operator, r.threshold,
          r.clear_threshold, r.duration_s, r.clear_by, r.clear_event,
          case when r.unit_id is not null then array(
            with recursive branch as (
              select id from dept where id = r.unit_id
              union all select d.id from dept d join branch on d.parent_id = branch.id)
            select id from branch) end as unit_ids,
          case when r.tag <> '' or r.devices <> '' then array(
            select device_id from alarm_rule_device f where f.rule_id = r.id) end as device_ids
        from alarm_rule r where r.status = '0' order by r.id limit 5000`.execute(db);
      return found.rows;
    },

    /** What is open or about to become so, by rule; as microseconds. */
    async listWatches() {
      const found = await sql<{
        ruleId: number;
        deviceId: number;
        phase: "open" | "pending";
        since: number;
        lastAt: number;
      }>`
        select rule_id, device_id, 'open' as phase, extract(epoch from began_at)::float8 * 1e6 as since,
          extract(epoch from last_at)::float8 * 1e6 as last_at
        from alarm where cleared_at is null and rule_id is not null
        union all
        select rule_id, device_id, 'pending', extract(epoch from since)::float8 * 1e6,
          extract(epoch from last_at)::float8 * 1e6
        from alarm_watch limit 1000000`.execute(db);
      return found.rows;
    },

    /** Devices in the scope that a rule, stored or not, would be about. */
    async listDevices(scope: Scope, rule: RuleBody, limit: number): Promise<RuleDevice[]> {
      const found = await sql<RuleDevice>`
        select d.id as device_id, d.device_name ${fitting(scope, rule)} order by d.id limit ${limit}`.execute(
        db,
      );
      return found.rows;
    },

    async countDevices(scope: Scope, rule: RuleBody): Promise<number> {
      const found = await sql<{
        count: number;
      }>`select count(*)::int as count ${fitting(scope, rule)}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    /** One property of one device over a span, in the order of its clock; as microseconds. */
    async listValues(deviceId: number, identifier: string, span: { begin: Date; end: Date }, limit: number) {
      const found = await sql<{ at: number; value: number }>`
        select extract(epoch from t.ts)::float8 * 1e6 as at, t.value
        from telemetry t join metric m on m.id = t.metric
        where t.device_id = ${deviceId} and m.identifier = ${identifier} and t.value is not null
          and t.ts >= ${span.begin} and t.ts <= ${span.end} order by t.ts limit ${limit}`.execute(db);
      return found.rows;
    },

    async listEventTimes(
      deviceId: number,
      identifiers: readonly string[],
      span: { begin: Date; end: Date },
      limit: number,
    ) {
      const found = await sql<{ at: number; identifier: string }>`
        select extract(epoch from ts)::float8 * 1e6 as at, identifier from device_event
        where device_id = ${deviceId} and identifier = any(${[...identifiers]}::text[])
          and ts >= ${span.begin} and ts <= ${span.end} order by ts limit ${limit}`.execute(db);
      return found.rows;
    },

    /** Every node compiles its rules again. */
    async notifyChanged(): Promise<void> {
      await sql`select pg_notify('alarm_rules', '')`.execute(db);
    },
  };
}

function written(body: RuleBody, name: string): unknown {
  return Object.entries(body).find(([key]) => key === name)?.[1] ?? null;
}

function fitting(scope: Scope, rule: RuleBody): RawBuilder<unknown> {
  const unit =
    rule.unitId === null
      ? sql`true`
      : sql`d.unit_id in (with recursive branch as (
          select id from dept where id = ${rule.unitId}
          union all select c.id from dept c join branch on c.parent_id = branch.id) select id from branch)`;
  return sql`from device d join product p on p.id = d.product_id
    where p.type_key = ${rule.typeKey} and ${inScope(scope, "d.unit_id")} and ${unit}
      and (${rule.tag} = '' or ${rule.tag} = any(d.tags))
      and (${rule.devices} = '' or d.device_name = any(string_to_array(${rule.devices}, ',')))`;
}
