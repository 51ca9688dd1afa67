import { textIn } from "@tracewater/contract/locales";
import type { RecordKind } from "@tracewater/contract/operations/search";
import { type RawBuilder, sql } from "kysely";
import type { Language } from "../../../platform/localized-text.ts";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";

type RecordHit = { id: number; number: string; name: string };

type Source = {
  table: RawBuilder<unknown>;
  /** The number that people call it by. */
  number: RawBuilder<string>;
  /** What is shown next to the number. */
  name: RawBuilder<unknown> | ((language: Language) => RawBuilder<unknown>);
  found: (pattern: string) => RawBuilder<unknown>;
  reached: (scope: Scope) => RawBuilder<boolean>;
};

const ofPoint = sql`coalesce((select p.code || ' ' || p.name from sampling_point p where p.id = t.point_id), '')`;

const sources: Record<RecordKind, Source> = {
  bottle: {
    table: sql`bottle`,
    number: sql<string>`t.body_code`,
    name: sql`coalesce((select p.cap_code from bottle_pair p where p.bottle_id = t.id and p.broken_at is null limit 1), '')`,
    found: (pattern) => sql`(t.body_code ilike ${pattern} or t.id in (
      select p.bottle_id from bottle_pair p where p.broken_at is null and p.cap_code ilike ${pattern}))`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  sample: {
    table: sql`water_sampling`,
    number: sql<string>`t.sample_no`,
    name: ofPoint,
    found: (pattern) => sql`(t.sample_no ilike ${pattern} or t.seal_no ilike ${pattern})`,
    reached: (scope) => inScopeOfAny(scope, "t.unit_id", "t.lab_unit_id"),
  },
  delivery: {
    table: sql`sample_delivery`,
    number: sql<string>`t.delivery_no`,
    name: sql`t.courier`,
    found: (pattern) => sql`t.delivery_no ilike ${pattern}`,
    reached: (scope) => inScopeOfAny(scope, "t.unit_id", "t.to_unit_id"),
  },
  plan: {
    table: sql`sampling_plan`,
    number: sql<string>`t.plan_no`,
    name: ofPoint,
    found: (pattern) => sql`t.plan_no ilike ${pattern}`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  analyticalBatch: {
    table: sql`assay_batch`,
    number: sql<string>`t.batch_no`,
    name: sql`t.instrument`,
    found: (pattern) => sql`t.batch_no ilike ${pattern}`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  workOrder: {
    table: sql`work_order`,
    number: sql<string>`t.order_no`,
    name: sql`t.title`,
    found: (pattern) => sql`(t.order_no ilike ${pattern} or t.title ilike ${pattern})`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  entrustment: {
    table: sql`entrustment`,
    number: sql<string>`t.entrustment_no`,
    name: sql`concat_ws(' ', t.client_name, nullif(t.case_no, ''))`,
    found: (pattern) => sql`(t.entrustment_no ilike ${pattern} or t.case_no ilike ${pattern})`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  evidenceItem: {
    table: sql`evidence_item`,
    number: sql<string>`t.item_no`,
    name: sql`t.name`,
    found: (pattern) => sql`(t.item_no ilike ${pattern} or t.seal_no ilike ${pattern})`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  // What is over is in the list: search leads to what is still open.
  alarm: {
    table: sql`(select a.*, d.device_name from alarm a join device d on d.id = a.device_id
      where a.cleared_at is null)`,
    number: sql<string>`t.device_name`,
    name: (language) => textIn({ en: sql`t.name`, zh: sql`t.name_zh` }, language),
    found: (pattern) =>
      sql`(t.device_name ilike ${pattern} or t.name ilike ${pattern} or t.name_zh ilike ${pattern})`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  user: {
    table: sql`sys_user`,
    number: sql<string>`t.user_name`,
    name: sql`t.nick_name`,
    found: (pattern) => sql`(t.deleted_at is null and t.search_text like lower(${pattern}))`,
    reached: (scope) => inScope(scope, "t.dept_id", "t.id"),
  },
};

/** Records with a number, found by a part of it: those that begin with it first, then the newest. */
export function createRecordSearchStore(db: Db) {
  return async (
    scope: Scope,
    kind: RecordKind,
    query: { keyword: string; limit: number; language: Language },
  ): Promise<RecordHit[]> => {
    const { table, number, name, found, reached } = sources[kind];
    const shown = typeof name === "function" ? name(query.language) : name;
    const { rows } = await sql<RecordHit>`
      select t.id, ${number} as number, ${shown} as name from ${table} t
      where ${found(containing(query.keyword))} and ${reached(scope)}
      order by starts_with(lower(${number}), ${query.keyword.toLowerCase()}) desc, t.id desc
      limit ${query.limit}`.execute(db);
    return rows;
  };
}
