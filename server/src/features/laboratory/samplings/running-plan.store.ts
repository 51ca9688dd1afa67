import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

type RunningPlan = { planId: number; planNo: string };

/** The plans by which samplers worked. */
export function createRunningPlanStore(db: Db) {
  return {
    /** For each sampler and moment [ms], in their order, the plan that ran then; null where there was none. */
    async plansAt(
      scope: Scope,
      asked: readonly { deviceId: number; began: number }[],
    ): Promise<(RunningPlan | null)[]> {
      if (asked.length === 0) return [];
      const given = JSON.stringify(
        asked.map(({ deviceId, began }, place) => ({ place, device: deviceId, at: new Date(began) })),
      );
      const found = await sql<RunningPlan & { place: number }>`
        select g.place, p.id as plan_id, p.plan_no
        from jsonb_to_recordset(${given}::jsonb) as g(place int, device int, at timestamptz)
        join lateral (select id, plan_no from sampling_plan where device_id = g.device and ${ranAt(sql`g.at`)}
          and ${inScope(scope, "sampling_plan.unit_id")} order by approved_at desc limit 1) p on true
        limit ${asked.length}`.execute(db);
      const plans = new Map(found.rows.map(({ place, planId, planNo }) => [place, { planId, planNo }]));
      return asked.map((_, place) => plans.get(place) ?? null);
    },
  };
}

/** A plan that was approved, had begun, was not over, and had the day, in its own zone, in its day set. */
export function ranAt(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`approved_at is not null and starts_at <= ${at}::timestamptz
    and least(ends_at, coalesce(ended_at, ends_at)) > ${at}::timestamptz
    and (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[
      extract(isodow from ${at}::timestamptz at time zone zone)::int] = any(days)`;
}
