import type { RecordKind } from "@tracewater/contract/operations/search";
import { type RawBuilder, sql } from "kysely";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";

type RecordHit = { id: number; number: string; name: string };

type Source = {
  table: RawBuilder<unknown>;
  /** The number that people call it by. */
  number: string;
  /** What is shown next to the number. */
  name: RawBuilder<unknown>;
  found: (pattern: string) => RawBuilder<unknown>;
  reached: (scope: Scope) => RawBuilder<boolean>;
};

const ofPoint = sql`coalesce((select p.code || ' ' || p.name from sampling_point p where p.id = t.point_id), '')`;

const sources: Record<RecordKind, Source> = {
  bottle: {
    table: sql`bottle`,
    number: "body_code",
    name: sql`coalesce((select p.cap_code from bottle_pair p where p.bottle_id = t.id and p.broken_at is null limit 1), '')`,
    found: (pattern) => sql`(t.body_code ilike ${pattern} or t.id in (
      select p.bottle_id from bottle_pair p where p.broken_at is null and p.cap_code ilike ${pattern}))`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  sample: {
    table: sql`water_sampling`,
    number: "sample_no",
    name: ofPoint,
    found: (pattern) => sql`(t.sample_no ilike ${pattern} or t.seal_no ilike ${pattern})`,
    reached: (scope) => inScopeOfAny(scope, "t.unit_id", "t.lab_unit_id"),
  },
  delivery: {
    table: sql`sample_delivery`,
    number: "delivery_no",
    name: sql`t.courier`,
    found: (pattern) => sql`t.delivery_no ilike ${pattern}`,
    reached: (scope) => inScopeOfAny(scope, "t.unit_id", "t.to_unit_id"),
  },
  plan: {
    table: sql`sampling_plan`,
    number: "plan_no",
    name: ofPoint,
    found: (pattern) => sql`t.plan_no ilike ${pattern}`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  analyticalBatch: {
    table: sql`assay_batch`,
    number: "batch_no",
    name: sql`t.instrument`,
    found: (pattern) => sql`t.batch_no ilike ${pattern}`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  workOrder: {
    table: sql`work_order`,
    number: "order_no",
    name: sql`t.title`,
    found: (pattern) => sql`(t.order_no ilike ${pattern} or t.title ilike ${pattern})`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  entrustment: {
    table: sql`entrustment`,
    number: "entrustment_no",
    name: sql`concat_ws(' ', t.client_name, nullif(t.case_no, ''))`,
    found: (pattern) => sql`(t.entrustment_no ilike ${pattern} or t.case_no ilike ${pattern})`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
  evidenceItem: {
    table: sql`evidence_item`,
    number: "item_no",
    name: sql`t.name`,
    found: (pattern) => sql`(t.item_no ilike ${pattern} or t.seal_no ilike ${pattern})`,
    reached: (scope) => inScope(scope, "t.unit_id"),
  },
};

/** Records with a number, found by a part of it: those that begin with it first, then the newest. */
export function createRecordSearchStore(db: Db) {
  return async (
    scope: Scope,
    kind: RecordKind,
    query: { keyword: string; limit: number },
  ): Promise<RecordHit[]> => {
    const { table, number, name, found, reached } = sources[kind];
    const column = sql.ref(`t.${number}`);
    const { rows } = await sql<RecordHit>`
      select t.id, ${column} as number, ${name} as name from ${table} t
      where ${found(containing(query.keyword))} and ${reached(scope)}
      order by starts_with(lower(${column}), ${query.keyword.toLowerCase()}) desc, t.id desc
      limit ${query.limit}`.execute(db);
    return rows;
  };
}
