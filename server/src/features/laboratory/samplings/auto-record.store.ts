import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { wasFilledBy } from "../plans/plan.service.ts";
import type { ComparedField, PlanOfAutoSample } from "./auto-record.model.ts";
import { ms } from "./sampling.store.ts";

/** A sample of an automatic sampling, with what is compared with it. */
type RegisteredSample = Pick<Sampling, ComparedField | "planNo" | "sampleNo"> & {
  id: number;
  deviceId: number;
  slot: number;
};

/** Fillings of samplers: what is known of one before it is a sample, and the samples that they became. */
export function createAutoRecordStore(db: Db) {
  return {
    /** The plan by whose program a filling was made, and the point where its sampler was. */
    async contextOf(
      deviceId: number,
      autoSample: { began: number; ended: number; trigger: string },
    ): Promise<{ plan: PlanOfAutoSample | null; pointId: number | null; place: string | null }> {
      const [began, ended] = [sql`${new Date(autoSample.began)}`, sql`${new Date(autoSample.ended)}`];
      const trigger = sql`${autoSample.trigger}`;
      const found = await sql<{
        plan: PlanOfAutoSample | null;
        pointId: number | null;
        place: string | null;
      }>`
        select (select json_build_object('planId', id, 'planNo', plan_no, 'intervalMin', interval_min)
            from sampling_plan where device_id = ${deviceId} and ${wasFilledBy({ began, ended, trigger })}
            order by approved_at desc limit 1) as plan,
          p.id as point_id, p.code as place
        from (select 1) one left join lateral (
          select point_id from device_point where device_id = ${deviceId} and since <= ${began}::timestamptz
            and (until is null or until > ${began}::timestamptz) order by since desc limit 1) dp on true
        left join sampling_point p on p.id = dp.point_id`.execute(db);
      return found.rows[0] ?? { plan: null, pointId: null, place: null };
    },

    /** The samples that automatic samplings became, by device, slot and first aliquot. */
    async listRegistered(deviceIds: readonly number[], begin: Date, end: Date): Promise<RegisteredSample[]> {
      const found = await sql<RegisteredSample>`
        select s.id, s.sample_no, s.device_id, s.slot, s.kind, ${ms("s.began")} as began, ${ms("s.ended")} as ended,
          s.volume, s.aliquots_taken, s.aliquots_missed, s.box_temp_mean, s.box_temp_max, s.max_gap, p.plan_no
        from water_sampling s left join sampling_plan p on p.id = s.plan_id
        where s.origin = 'auto' and s.state <> 'void' and s.device_id = any(${[...deviceIds]}::int[])
          and s.began between ${begin} and ${end} limit 20000`.execute(db);
      return found.rows;
    },
  };
}
