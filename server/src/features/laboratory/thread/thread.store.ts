import type { ThreadKind } from "@tracewater/contract/laboratory/thread";
import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

const mostSamples = 200;
const mostAssays = 500;

export type ThreadStart = { name: string; bottleIds: number[]; samplingIds: number[] };

export function createThreadStore(db: Db, zone: string) {
  /** A result is of the sample that the bottle held on its day. */
  const isOfDay = sql`a.sampled_on between (s.began at time zone ${zone})::date and (s.ended at time zone ${zone})::date`;

  return {
    /** The samples that hang on a thing; undefined where the scope holds no such thing. */
    async findStart(scope: Scope, kind: ThreadKind, id: number): Promise<ThreadStart | undefined> {
      const found = await sql<ThreadStart>`${starts(scope, id)[kind]}`.execute(db);
      return found.rows[0];
    },

    async listBottles(ids: readonly number[]) {
      return db
        .selectFrom("bottle")
        .select(["id as bottleId", "bodyCode", "state"])
        .where(sql<boolean>`id = any(${[...ids]}::int[])`)
        .orderBy("bodyCode")
        .limit(1000)
        .execute();
    },

    async listAssays(scope: Scope, samplingIds: readonly number[]) {
      const found = await sql`
        select distinct a.id as assay_id, a.bottle_id, a.analyte, a.state, a.analyst, a.reviewer,
          floor(extract(epoch from a.entered_at) * 1000)::float8 as entered_at,
          floor(extract(epoch from a.reviewed_at) * 1000)::float8 as reviewed_at
        from water_sampling s join assay a on a.bottle_id = s.bottle_id and ${isOfDay}
        where s.id = any(${[...samplingIds]}::int[]) and ${inScope(scope, "a.unit_id")}
        order by a.id desc limit ${mostAssays}`.execute(db);
      return found.rows;
    },
  };

  function starts(scope: Scope, id: number) {
    const own = sql`(${inScope(scope, "s.unit_id")} or ${inScope(scope, "s.lab_unit_id")})`;
    const latest = sql`array(select s.id from water_sampling s where s.bottle_id = b.id and ${own}
      order by s.id desc limit ${mostSamples})`;
    return {
      plan: sql`select p.plan_no as name, '{}'::int[] as bottle_ids,
          array(select s.id from water_sampling s where s.plan_id = p.id and ${own}
            order by s.id desc limit ${mostSamples}) as sampling_ids
        from sampling_plan p where p.id = ${id} and ${inScope(scope, "p.unit_id")}`,
      bottle: sql`select b.body_code as name, array[b.id] as bottle_ids, ${latest} as sampling_ids
        from bottle b where b.id = ${id} and (${inScope(scope, "b.unit_id")}
          or exists (select from water_sampling s where s.bottle_id = b.id and ${own}))`,
      sampling: sql`select s.sample_no as name, array_remove(array[s.bottle_id], null) as bottle_ids,
          array[s.id] as sampling_ids from water_sampling s where s.id = ${id} and ${own}`,
      delivery: sql`select d.delivery_no as name, '{}'::int[] as bottle_ids,
          array(select sampling_id from delivery_sample where delivery_id = d.id limit 1000) as sampling_ids
        from sample_delivery d
        where d.id = ${id} and (${inScope(scope, "d.unit_id")} or ${inScope(scope, "d.to_unit_id")})`,
      assay: sql`select a.analyte as name, array[a.bottle_id] as bottle_ids,
          array(select s.id from water_sampling s where s.bottle_id = a.bottle_id and ${isOfDay} and ${own}
            order by s.id limit ${mostSamples}) as sampling_ids
        from assay a where a.id = ${id} and ${inScope(scope, "a.unit_id")}`,
    };
  }
}
