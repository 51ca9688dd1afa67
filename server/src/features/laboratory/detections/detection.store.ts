import type { QueryOf } from "@tracewater/contract/call";
import {
  controlOutcome,
  detectionState,
  type listDetections,
} from "@tracewater/contract/laboratory/detections";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

export type DetectionQuery = QueryOf<typeof listDetections>;

const nullableMs = z.number().nullable();
const stored = z.object({
  detectionId: z.number(),
  deviceId: z.number(),
  deviceName: z.string(),
  unitId: z.number(),
  unitName: z.string(),
  pointId: z.number().nullable(),
  pointName: z.string().nullable(),
  pointCode: z.string().nullable(),
  measuredAt: z.number(),
  startedAt: z.number(),
  sampleNo: z.string(),
  method: z.string(),
  quantified: z.number(),
  recovery: z.number().nullable(),
  qc: controlOutcome,
  blank: controlOutcome,
  exceeded: z.number(),
  state: detectionState,
  qcAt: nullableMs,
  qcRecovery: z.number().nullable(),
  blankAt: nullableMs,
  findings: z.record(z.string(), z.object({ value: z.string().nullable(), flag: z.string() })),
  lod: z.string().nullable(),
  loq: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: nullableMs,
  decisionReason: z.string(),
  appliedBy: z.string().nullable(),
  appliedAt: nullableMs,
});
export type StoredDetection = z.infer<typeof stored>;

const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** The finds of a run: reported with the same sample, from its begin until an hour after its result. */
const finds = sql`detection_find f where f.device_id = t.device_id and f.sample_no = t.sample_no
  and f.at >= t.started_at and f.at <= t.measured_at + interval '1 hour'`;

/** Detections within a scope. A list is of one device: its newest are the beginning of an index. */
export function createDetectionStore(db: Db) {
  /** The page is found in the index first; only its own rows are read whole. */
  async function select(found: ReturnType<typeof sql>): Promise<StoredDetection[]> {
    const { rows } = await sql`
      select t.id as detection_id, t.device_id, d.device_name, t.unit_id, u.name as unit_name, t.point_id,
        p.name as point_name, p.code as point_code, ${ms("t.measured_at")} as measured_at, ${ms("t.started_at")} as started_at, t.sample_no,
        t.method, t.quantified, t.recovery, t.qc, t.blank, (select count(*)::int from ${finds}) as exceeded, t.state,
        ${ms("t.qc_at")} as qc_at, t.qc_recovery, ${ms("t.blank_at")} as blank_at, t.findings,
        t.lod::text as lod, t.loq::text as loq, t.decided_by, ${ms("t.decided_at")} as decided_at, t.decision_reason,
        t.applied_by, ${ms("t.applied_at")} as applied_at
      from detection t join (${found}) page on page.id = t.id join device d on d.id = t.device_id
        join dept u on u.id = t.unit_id left join sampling_point p on p.id = t.point_id
      order by page.place`.execute(db);
    return z.array(stored).parse(rows);
  }
  const newest = sql`t.measured_at desc, t.id desc`;

  return {
    list: (scope: Scope, query: DetectionQuery, page: { limit: number; offset: number }) =>
      select(sql`select t.id, row_number() over (order by ${newest}) as place from detection t
        where ${matching(scope, query)} order by ${newest} limit ${page.limit} offset ${page.offset}`),

    listBefore: (scope: Scope, query: DetectionQuery, beforeId: number, limit: number) =>
      select(sql`select t.id, -t.id as place from detection t
        where ${matching(scope, query)} and t.id < ${beforeId} order by t.id desc limit ${limit}`),

    async count(scope: Scope, query: DetectionQuery): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from detection t where ${matching(scope, query)}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number): Promise<StoredDetection | undefined> {
      const where = sql`t.id = ${id} and ${inScope(scope, "t.unit_id")}`;
      return (await select(sql`select t.id, 1 as place from detection t where ${where}`))[0];
    },

    /** The one that was reported in this millisecond; where the time is a whole second, in that second. */
    async findAt(scope: Scope, deviceName: string, time: number): Promise<StoredDetection | undefined> {
      const until = time % 1000 === 0 ? time + 1000 : time + 1;
      const rows = await select(sql`select t.id, 1 as place from detection t
        where ${ofDevice(deviceName)} and ${inScope(scope, "t.unit_id")}
          and t.measured_at >= ${new Date(time)} and t.measured_at < ${new Date(until)}
        order by t.measured_at, t.id limit 1`);
      return rows[0];
    },
  };
}

const ofDevice = (deviceName: string) =>
  sql<boolean>`t.device_id = (select id from device where device_name = ${deviceName})`;

function matching(scope: Scope, query: DetectionQuery) {
  const { deviceName, analyte, state, qc, exceeded, beginTime, endTime } = query;
  const parts = [ofDevice(deviceName), inScope(scope, "t.unit_id")];
  if (analyte !== undefined) parts.push(sql<boolean>`${analyte} = any(t.found)`);
  if (state !== undefined) parts.push(sql<boolean>`t.state = ${state}`);
  if (qc !== undefined) parts.push(sql<boolean>`t.qc = ${qc}`);
  if (exceeded !== undefined) parts.push(sql<boolean>`exists (select from ${finds}) = ${exceeded === "1"}`);
  if (beginTime !== undefined) parts.push(sql<boolean>`t.measured_at >= ${new Date(beginTime)}`);
  if (endTime !== undefined) parts.push(sql<boolean>`t.measured_at <= ${new Date(endTime)}`);
  return sql.join(parts, sql` and `);
}
