import { assayState } from "@tracewater/contract/laboratory/assay-fields";
import type { DetectionBottle } from "@tracewater/contract/laboratory/detections";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { StoredDetection } from "./detection.store.ts";

const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

const find = z.object({
  analyte: analyteName,
  value: z.string(),
  limit: z.string(),
  bottle: z.number(),
  at: z.number(),
});
const reading = z.object({ identifier: z.string(), at: z.number(), value: z.number() });
const assay = z.object({ assayId: z.number(), analyte: analyteName, state: assayState });
const calibration = z.object({
  at: z.number(),
  r2: z.number().nullable().catch(null),
  result: z.number().nullable().catch(null),
});
const maxReadings = 400;

/** What belongs to one run: its finds, its readings, the controls before it, its results and its bottles. */
export function createDetectionRunStore(db: Db, options: { zone: string }) {
  const { zone } = options;
  return {
    async listFinds({ deviceId, sampleNo, startedAt, measuredAt }: StoredDetection) {
      const { rows } = await sql`
        select f.analyte, f.value::text as value, f.limit_value::text as limit, f.bottle, ${ms("f.at")} as at
        from detection_find f where f.device_id = ${deviceId} and f.sample_no = ${sampleNo}
          and f.at >= ${new Date(startedAt)} and f.at <= ${new Date(measuredAt + 3_600_000)}
        order by f.id limit 50`.execute(db);
      return z.array(find).parse(rows);
    },

    async listReadings({ deviceId, startedAt, measuredAt }: StoredDetection) {
      const { rows } = await sql`
        select m.identifier, ${ms("x.ts")} as at, x.value from metric m join telemetry x on x.metric = m.id
        where m.identifier in ('columnPressure', 'stage') and x.device_id = ${deviceId} and x.value is not null
          and x.ts >= ${new Date(startedAt)} and x.ts <= ${new Date(measuredAt)}
        order by x.ts limit ${maxReadings}`.execute(db);
      return z.array(reading).parse(rows);
    },

    /** The last calibration that was asked for and answered before the run. */
    async findCalibration({ deviceId, measuredAt }: StoredDetection) {
      const { rows } = await sql`
        select ${ms("c.finished_at")} as at, (c.reply ->> 'r2')::float8 as r2, (c.reply ->> 'result')::float8 as result
        from command c where c.device_id = ${deviceId} and c.kind = 'service' and c.identifier = 'calibrate'
          and c.state = 'replied' and c.finished_at <= ${new Date(measuredAt)}
        order by c.id desc limit 1`.execute(db);
      return z.array(calibration).parse(rows)[0];
    },

    /** Relative standard uncertainty of the method, %, by analyte, as the laboratory set it last. */
    async uncertaintiesOf({ unitId, method }: StoredDetection): Promise<Map<string, number>> {
      const { rows } = await sql<{ analyte: string; standard: number }>`
        select distinct on (analyte) analyte, standard from method_uncertainty
        where unit_id = ${unitId} and method = ${method} order by analyte, id desc limit 50`.execute(db);
      return new Map(rows.map((row) => [row.analyte, row.standard]));
    },

    async listAssays(scope: Scope, detectionId: number) {
      const { rows } = await sql`
        select a.id as assay_id, a.analyte, a.state from detection_assay l join assay a on a.id = l.assay_id
        where l.detection_id = ${detectionId} and ${inScopeOfAny(scope, "a.unit_id", "a.lab_unit_id")}
        order by a.id limit 50`.execute(db);
      return z.array(assay).parse(rows);
    },

    /** Samples of the point that were taken over the time of the run, then bottles in the point's samplers. */
    async listBottles(
      scope: Scope,
      { pointId, startedAt, measuredAt }: StoredDetection,
    ): Promise<DetectionBottle[]> {
      const [from, until] = [new Date(startedAt), new Date(measuredAt)];
      const { rows } = await sql<DetectionBottle>`
        select distinct on (one.body_code) one.* from (
          select 0 as place, b.body_code, s.sample_no, d.device_name, s.slot::int as slot,
            to_char(s.began at time zone ${zone}, 'YYYY-MM-DD') as sampled_on, p.code as point_code
          from water_sampling s join bottle b on b.id = s.bottle_id join sampling_point p on p.id = s.point_id
            left join device d on d.id = s.device_id
          where s.point_id = ${pointId} and s.began <= ${until} and s.ended >= ${from}
            and s.state <> 'void' and ${inScope(scope, "s.unit_id")}
          union all
          select 1, b.body_code, null, d.device_name, pl.slot::int,
            to_char(${from}::timestamptz at time zone ${zone}, 'YYYY-MM-DD'), p.code
          from device_point dp join device d on d.id = dp.device_id and d.type_key = 'waterSample'
            join sampling_point p on p.id = dp.point_id
            join bottle_place pl on pl.device_id = d.id and pl.since <= ${until}
              and (pl.until is null or pl.until >= ${from})
            join bottle b on b.id = pl.bottle_id
          where dp.point_id = ${pointId} and dp.since <= ${until} and (dp.until is null or dp.until >= ${from})
            and ${inScope(scope, "b.unit_id")}) one
        order by one.body_code, one.place limit 64`.execute(db);
      return rows.map(({ bodyCode, sampleNo, deviceName, slot, sampledOn, pointCode }) => ({
        ...{ bodyCode, sampleNo, deviceName, slot, sampledOn, pointCode },
      }));
    },
  };
}

/** The steps of a detection, each of which one caller alone takes. */
export function createDetectionSteps(trx: Db) {
  async function step(changed: ReturnType<typeof sql>): Promise<boolean> {
    return (await changed.execute(trx)).rows.length > 0;
  }
  return {
    decide: (id: number, to: { state: "released" | "rejected"; by: string; at: Date; reason: string }) =>
      step(sql`update detection set state = ${to.state}, decided_by = ${to.by}, decided_at = ${to.at},
        decision_reason = ${to.reason} where id = ${id} and state = 'withheld' returning id`),

    apply: (id: number, act: { by: string; at: Date }) =>
      step(sql`update detection set state = 'applied', applied_by = ${act.by}, applied_at = ${act.at}
        where id = ${id} and state in ('ready', 'released') returning id`),

    async link(id: number, assayIds: readonly number[]): Promise<void> {
      await sql`insert into detection_assay (detection_id, assay_id)
        select ${id}, unnest(${[...assayIds]}::int[])`.execute(trx);
    },
  };
}
