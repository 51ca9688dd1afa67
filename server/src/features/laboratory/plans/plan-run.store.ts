import {
  type PlanRunRow,
  type PlanRunSummary,
  planRunRow,
  planRunSummary,
  type RunOutcome,
} from "@tracewater/contract/laboratory/plan-runs";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

type Page = { limit: number; offset: number };
type Asked = { planId: number; outcome?: RunOutcome | undefined };

/**
 * The days of a plan with the samples that name it. `zone` is the server's: results have the day of their sample there;
 * the plan's days are those of its own zone.
 */
export function createPlanRunStore(db: Db, options: { zone: string; now: () => number }) {
  const { zone, now } = options;

  /** `run`: each planned day with its samples or without one, and samples of other days. */
  function withRun(scope: Scope, planId: number): RawBuilder<unknown> {
    const at = new Date(now());
    return sql`with plan as (
        select id, zone, state, starts_at, ends_at, ended_at, days from sampling_plan where id = ${planId}),
      planned as (
        select d.day::date as day, p.zone,
          p.state = 'draft' or p.state = 'cancelled'
            or coalesce((d.day::date + 1)::timestamp at time zone p.zone > p.ended_at, false) as is_off,
          (d.day::date + 1)::timestamp at time zone p.zone <= ${at}::timestamptz as is_over
        from plan p cross join lateral generate_series((p.starts_at at time zone p.zone)::date::timestamp,
          ((p.ends_at - interval '1 millisecond') at time zone p.zone)::date::timestamp, interval '1 day') d(day)
        where (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from d.day)::int] = any(p.days)),
      taken as (
        select s.*, (s.began at time zone p.zone)::date as day from water_sampling s join plan p on p.id = s.plan_id
        where s.state <> 'void' and ${inScopeOfAny(scope, "s.unit_id", "s.lab_unit_id")}),
      run as (
        select coalesce(planned.day, taken.day) as on_day, taken.*,
          case when planned.day is null then 'extra' when taken.id is not null then 'taken'
            when planned.is_off then 'notRun' when planned.is_over then 'missed' else 'due' end as outcome
        from planned full join taken on taken.day = planned.day)`;
  }

  /** Results of the sample `r`, as far as they count or may come to count. */
  const found = sql`(select count(*)::int as results,
      (count(*) filter (where a.state = 'approved'))::int as approved,
      (count(*) filter (where a.state = 'approved' and e.id is not null))::int as exceeded
    from assay a left join assay_excess e on e.assay_id = a.id and e.closed_at is null
    where a.bottle_id = r.bottle_id and a.state in ('draft', 'inReview', 'approved')
      and a.sampled_on between (r.began at time zone ${zone})::date and (r.ended at time zone ${zone})::date)`;

  const ofOutcome = (outcome: RunOutcome | undefined) =>
    outcome === undefined ? sql`true` : sql`run.outcome = ${outcome}`;

  return {
    async list(scope: Scope, { planId, outcome }: Asked, page: Page): Promise<PlanRunRow[]> {
      const { rows } = await sql`${withRun(scope, planId)},
        shown as (select * from run where ${ofOutcome(outcome)} order by on_day, began, id
          limit ${page.limit} offset ${page.offset})
        select to_char(r.on_day, 'YYYY-MM-DD') as day, r.outcome, r.id as sampling_id, r.sample_no, r.kind, r.state,
          b.body_code, ${epochMs("r.began")} as began, ${epochMs("r.ended")} as ended, r.volume, r.aliquots_taken,
          r.aliquots_missed, r.box_temp_max, r.delivery_id, d.delivery_no, found.results, found.approved,
          found.exceeded, (select count(*)::int from load_result l where l.sampling_id = r.id) as loads
        from shown r left join bottle b on b.id = r.bottle_id left join sample_delivery d on d.id = r.delivery_id
          cross join lateral ${found} found
        order by r.on_day, r.began, r.id`.execute(db);
      return z.array(planRunRow).parse(rows);
    },

    async count(scope: Scope, { planId, outcome }: Asked): Promise<number> {
      const { rows } = await sql<{ count: number }>`${withRun(scope, planId)}
        select count(*)::int as count from run where ${ofOutcome(outcome)}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async summary(scope: Scope, planId: number): Promise<PlanRunSummary> {
      const days = (where: RawBuilder<unknown>) =>
        sql`(count(distinct r.on_day) filter (where ${where}))::int`;
      const { rows } = await sql`${withRun(scope, planId)}
        select ${days(sql`r.outcome <> 'extra'`)} as planned,
          ${days(sql`r.outcome in ('taken', 'missed')`)} as due_so_far, ${days(sql`r.outcome = 'taken'`)} as taken,
          ${days(sql`r.outcome = 'missed'`)} as missed, count(r.id)::int as samples,
          (count(*) filter (where r.outcome = 'extra'))::int as extra,
          coalesce(sum(r.aliquots_taken), 0)::int as aliquots_taken,
          coalesce(sum(r.aliquots_missed), 0)::int as aliquots_missed,
          count(r.delivery_id)::int as delivered,
          (count(*) filter (where found.approved > 0))::int as measured,
          coalesce(sum(found.exceeded), 0)::int as exceeded
        from run r cross join lateral ${found} found`.execute(db);
      return planRunSummary.parse(rows[0]);
    },
  };
}
