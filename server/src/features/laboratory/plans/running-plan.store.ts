import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

/** The plan by whose program a filling was made; `intervalMin` is null where it follows the flow. */
export type RunningPlan = { planId: number; planNo: string; intervalMin: number | null };
/** A filling, as far as it tells by which program it was made: times in ms. */
export type ProgrammedAutoSample = { deviceId: number; began: number; ended: number; trigger: string };

/** The plans by which samplers worked. */
export function createRunningPlanStore(db: Db) {
  return {
    /** For each filling, in their order, the plan by whose program it was made; null where there was none. */
    async plansAt(scope: Scope, asked: readonly ProgrammedAutoSample[]): Promise<(RunningPlan | null)[]> {
      if (asked.length === 0) return [];
      const given = JSON.stringify(
        asked.map(({ deviceId, began, ended, trigger }, place) => ({
          ...{ place, device: deviceId, trigger },
          ...{ began: new Date(began), ended: new Date(ended) },
        })),
      );
      const found = await sql<RunningPlan & { place: number }>`
        select g.place, p.id as plan_id, p.plan_no, p.interval_min
        from jsonb_to_recordset(${given}::jsonb)
          as g(place int, device int, trigger text, began timestamptz, ended timestamptz)
        join lateral (select id, plan_no, interval_min from sampling_plan where device_id = g.device
          and ${wasFilledBy({ began: sql`g.began`, ended: sql`g.ended`, trigger: sql`g.trigger` })}
          and ${inScope(scope, "sampling_plan.unit_id")} order by approved_at desc limit 1) p on true
        limit ${asked.length}`.execute(db);
      const plans = new Map(found.rows.map(({ place, ...plan }) => [place, plan]));
      return asked.map((_, place) => plans.get(place) ?? null);
    },
  };
}

type AutoSampleColumns = {
  began: RawBuilder<unknown>;
  ended: RawBuilder<unknown>;
  trigger: RawBuilder<unknown>;
};

/**
 * Whether a filling was made by the plan `sampling_plan`: it was approved, had begun, was not over, had the day, in its
 * own zone, in its day set, and the sampler ran its program from the first aliquot to the last. What somebody ordered
 * in between belongs to no program.
 */
export function wasFilledBy({ began, ended, trigger }: AutoSampleColumns): RawBuilder<boolean> {
  return sql<boolean>`approved_at is not null and starts_at <= ${began}::timestamptz
    and least(ends_at, coalesce(ended_at, ends_at)) > ${began}::timestamptz
    and (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[
      extract(isodow from ${began}::timestamptz at time zone zone)::int] = any(days)
    and (mode = 'grab' or ${trigger}::text <> 'grab')
    and ${runsProgramAt("sampling_plan", began)}
    and not exists (select from command c where c.device_id = sampling_plan.device_id and ${isAcceptedProgram}
      and c.finished_at > ${began}::timestamptz and c.finished_at <= ${ended}::timestamptz
      and not starts_with(c.params ->> 'programName', plan_no || ' '))`;
}

/** Whether the program that the sampler accepted last is that of the plan: its name begins with the plan's number. */
export function runsProgramAt(plan: string, at: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${plan}.${name}`);
  return sql<boolean>`coalesce((select starts_with(c.params ->> 'programName', ${column("plan_no")} || ' ')
    from command c where c.device_id = ${column("device_id")} and ${isAcceptedProgram}
      and c.finished_at <= ${at}::timestamptz order by c.finished_at desc limit 1), false)`;
}

const isAcceptedProgram = sql`c.identifier = 'setProgram' and c.state = 'replied'`;
