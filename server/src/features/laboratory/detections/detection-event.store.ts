import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";

const queued = z.object({
  id: z.string(),
  deviceId: z.number(),
  unitId: z.number(),
  identifier: z.enum(["result", "exceed", "qcFail", "carryOver"]),
  at: z.date(),
  params: z.unknown(),
});
/** An event of an online detector that nothing was made of yet. */
export type QueuedEvent = z.infer<typeof queued>;

const context = z.object({
  eventId: z.string(),
  pointId: z.number().nullable(),
  lod: z.number().nullable(),
  loq: z.number().nullable(),
  qc: z.number().nullable(),
  qcAt: z.number().nullable(),
  qcRecovery: z.number().nullable(),
  qcFailedAt: z.number().nullable(),
  qcFailedRecovery: z.number().nullable(),
  blank: z.number().nullable(),
  blankAt: z.number().nullable(),
  blankFailedAt: z.number().nullable(),
});
/** Where the device was at a run, and what was known of its controls by then; limits in ng/L. */
export type RunContext = z.infer<typeof context>;

export type NewDetection = {
  unitId: number;
  deviceId: number;
  pointId: number | null;
  eventId: string;
  measuredAt: Date;
  startedAt: Date;
  sampleNo: string;
  method: string;
  recovery: number | null;
  quantified: number;
  found: readonly string[];
  findings: object;
  lod: string | null;
  loq: string | null;
  qc: string;
  qcAt: Date | null;
  qcRecovery: number | null;
  blank: string;
  blankAt: Date | null;
  state: "ready" | "withheld";
};

export type NewFind = {
  unitId: number;
  deviceId: number;
  eventId: string;
  at: Date;
  sampleNo: string;
  analyte: string;
  value: string;
  limit: string;
  bottle: number;
};

/** The last value of a reading until the event; of one reading alone, so that the index gives it at once. */
const reading = (identifier: string) => sql`(select x.value from telemetry x where x.device_id = e.device_id
  and x.metric = (select m.id from metric m where m.identifier = ${identifier}) and x.ts <= e.ts
  order by x.ts desc limit 1)`;
const failed = (kind: string, column: string) => sql`(select ${sql.raw(column)} from detection_control c
  where c.device_id = e.device_id and c.kind = ${kind} and c.at <= e.ts order by c.at desc limit 1)`;
const atMs = "floor(extract(epoch from c.at) * 1000)::float8";

/** The queue that the database fills with each event as it is stored, and what is made of it. */
export function createDetectionEventStore(db: Db) {
  return {
    /** Takes the oldest out; in the transaction in which they become records. */
    async take(limit: number): Promise<QueuedEvent[]> {
      const { rows } = await sql`
        with taken as (
          delete from detection_event where event_id in (
            select event_id from detection_event order by event_id limit ${limit} for update skip locked)
          returning event_id)
        select e.id::text as id, e.device_id, e.unit_id, e.identifier, e.ts as at, e.params
        from taken k join device_event e on e.id = k.event_id order by e.id`.execute(db);
      return z.array(queued).parse(rows);
    },

    async contextsOf(eventIds: readonly string[]): Promise<Map<string, RunContext>> {
      const { rows } = await sql`
        select e.id::text as event_id,
          (select dp.point_id from device_point dp where dp.device_id = e.device_id and dp.since <= e.ts
            and (dp.until is null or dp.until > e.ts) order by dp.since desc limit 1) as point_id,
          ${reading("lod")} as lod, ${reading("loq")} as loq,
          ${reading("lastQc")} as qc, ${reading("lastQcAt")} as qc_at, ${reading("qcRecovery")} as qc_recovery,
          ${failed("qc", atMs)} as qc_failed_at, ${failed("qc", "c.value")} as qc_failed_recovery,
          ${reading("lastBlank")} as blank, ${reading("lastBlankAt")} as blank_at,
          ${failed("blank", atMs)} as blank_failed_at
        from device_event e where e.id = any(${[...eventIds]}::bigint[])`.execute(db);
      return new Map(
        z
          .array(context)
          .parse(rows)
          .map((one) => [one.eventId, one]),
      );
    },

    /** Those that are there already are left alone: by their event, or by device, sample and begin. */
    async addDetections(rows: readonly NewDetection[]): Promise<void> {
      await sql`
        insert into detection (unit_id, device_id, point_id, event_id, measured_at, started_at, sample_no, method,
          recovery, quantified, found, findings, lod, loq, qc, qc_at, qc_recovery, blank, blank_at, state)
        select g."unitId", g."deviceId", g."pointId", g."eventId", g."measuredAt", g."startedAt", g."sampleNo",
          g.method, g.recovery, g.quantified, g.found, g.findings, g.lod, g.loq, g.qc, g."qcAt", g."qcRecovery",
          g.blank, g."blankAt", g.state
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g("unitId" int, "deviceId" int, "pointId" int,
          "eventId" bigint, "measuredAt" timestamptz, "startedAt" timestamptz, "sampleNo" text, method text,
          recovery float8, quantified int, found text[], findings jsonb, lod numeric, loq numeric, qc text,
          "qcAt" timestamptz, "qcRecovery" float8, blank text, "blankAt" timestamptz, state text)
        on conflict do nothing`.execute(db);
    },

    /** Undefined where the same find is known: the event again, or the analyte of that sample within a day. */
    async addFind(find: NewFind): Promise<{ id: number; isFirst: boolean } | undefined> {
      const { rows } = await sql<{ id: number; isFirst: boolean }>`
        insert into detection_find (unit_id, device_id, event_id, at, sample_no, analyte, value, limit_value, bottle)
        select ${find.unitId}, ${find.deviceId}, ${find.eventId}, ${find.at}, ${find.sampleNo}, ${find.analyte},
          ${find.value}, ${find.limit}, ${find.bottle}
        where not exists (select from detection_find f where f.device_id = ${find.deviceId}
          and f.sample_no = ${find.sampleNo} and f.analyte = ${find.analyte}
          and f.at > ${find.at}::timestamptz - interval '1 day' and f.at < ${find.at}::timestamptz + interval '1 day')
        on conflict do nothing returning id, not exists (select from detection_find f
          where f.device_id = ${find.deviceId} and f.sample_no = ${find.sampleNo}
            and f.at > ${find.at}::timestamptz - interval '1 day'
            and f.at < ${find.at}::timestamptz + interval '1 day') as is_first`.execute(db);
      return rows[0];
    },

    /** A failed control withholds the runs after it that were judged by an older one; the results of applied ones. */
    async addFailure(failure: {
      deviceId: number;
      kind: "qc" | "blank";
      at: Date;
      value: number | null;
    }): Promise<number[]> {
      const { deviceId, kind, at, value } = failure;
      await sql`insert into detection_control (device_id, kind, at, value) values (${deviceId}, ${kind}, ${at}, ${value})
        on conflict do nothing`.execute(db);
      const [outcome, since] = [sql.ref(kind), sql.ref(`${kind}_at`)];
      const recovery = kind === "qc" ? sql`, qc_recovery = ${value}` : sql``;
      const { rows } = await sql<{
        assayId: number;
      }>`with judged as (update detection set ${outcome} = 'failed', ${since} = ${at} ${recovery},
          state = case state when 'ready' then 'withheld' else state end
        where device_id = ${deviceId} and measured_at >= ${at} and (${since} is null or ${since} < ${at})
        returning id)
        select l.assay_id from judged j join detection_assay l on l.detection_id = j.id`.execute(db);
      return rows.map(({ assayId }) => assayId);
    },
  };
}
