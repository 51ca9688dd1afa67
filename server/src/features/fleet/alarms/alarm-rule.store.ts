import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import { type AlarmRule, alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { type RawBuilder, sql } from "kysely";
import { columnOf, matchingRows } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope, systemScope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";

export type RuleQuery = QueryOf<typeof alarmRules.calls.list>;
export type RuleBody = BodyOf<typeof alarmRules.calls.add>;

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

    /** Every node compiles its rules again. */
    async notifyChanged(): Promise<void> {
      await sql`select pg_notify('alarm_rules', '')`.execute(db);
    },
  };
}

function written(body: RuleBody, name: string): unknown {
  return Object.entries(body).find(([key]) => key === name)?.[1] ?? null;
}
