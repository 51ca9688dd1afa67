import { assayFlag } from "@tracewater/contract/laboratory/assay-fields";
import { detectionState } from "@tracewater/contract/laboratory/detections";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

const run = z.object({
  measuredAt: z.number(),
  state: detectionState,
  loq: z.number().nullable(),
  findings: z.record(
    z.string(),
    z.object({ value: z.string().nullable(), flag: assayFlag.catch("rejected") }),
  ),
});
const pair = z.object({
  day: z.string(),
  analyte: analyteName,
  online: z.number(),
  laboratory: z.number().nullable(),
});

/** More than the shortest interval of cycles gives in a day. */
const maxRuns = 100;
const pairedDays = 30;

/** A day of one device, and its days next to the laboratory's results. */
export function createDetectionDayStore(db: Db, options: { zone: string }) {
  const { zone } = options;
  const begins = (day: string) => sql`(${day}::date::timestamp at time zone ${zone})`;
  const ofDevice = (deviceName: string) =>
    sql`t.device_id = (select id from device where device_name = ${deviceName})`;
  return {
    async listRuns(scope: Scope, deviceName: string, day: string) {
      const { rows } = await sql`
        select floor(extract(epoch from t.measured_at) * 1000)::float8 as measured_at, t.state, t.loq::float8 as loq,
          t.findings
        from detection t where ${ofDevice(deviceName)} and ${inScope(scope, "t.unit_id")}
          and t.measured_at >= ${begins(day)}
          and t.measured_at < ((${day}::date + 1)::timestamp at time zone ${zone})
        order by t.measured_at, t.id limit ${maxRuns}`.execute(db);
      return z.array(run).parse(rows);
    },

    /** By day and analyte, until this day: the mean of what was quantified, and the laboratory's mean of that day. */
    async listPairs(scope: Scope, deviceName: string, day: string) {
      const { rows } = await sql`
        with runs as (
          select t.point_id, (t.measured_at at time zone ${zone})::date as day, f.key as analyte,
            avg((f.value ->> 'value')::numeric) as online
          from detection t cross join lateral jsonb_each(t.findings) f
          where ${ofDevice(deviceName)} and ${inScope(scope, "t.unit_id")}
            and t.measured_at >= ((${day}::date - ${pairedDays - 1}::int)::timestamp at time zone ${zone})
            and t.measured_at < ((${day}::date + 1)::timestamp at time zone ${zone})
            and t.state not in ('withheld', 'rejected') and f.value ->> 'flag' = 'quantified'
          group by 1, 2, 3),
        assays as (
          select a.point_id, a.sampled_on as day, a.analyte, avg(a.value) as laboratory from assay a
          where a.point_id = any(array(select distinct point_id from runs)) and a.state = 'approved' and a.source = 'lcms'
            and a.flag = 'quantified' and a.phase = 'liquid' and a.value > 0
            and a.sampled_on > ${day}::date - ${pairedDays}::int and a.sampled_on <= ${day}::date
            and ${inScopeOfAny(scope, "a.unit_id", "a.lab_unit_id")}
          group by 1, 2, 3)
        select to_char(r.day, 'YYYY-MM-DD') as day, r.analyte, r.online::float8 as online,
          a.laboratory::float8 as laboratory
        from runs r left join assays a using (point_id, day, analyte)
        where a.laboratory is not null or r.day = ${day}::date
        order by r.day, r.analyte limit 2000`.execute(db);
      return z.array(pair).parse(rows);
    },
  };
}
