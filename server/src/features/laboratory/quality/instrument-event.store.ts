import type { QueryOf } from "@tracewater/contract/call";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import {
  instrumentEvent,
  instrumentEventKind,
  type listInstrumentEvents,
} from "@tracewater/contract/laboratory/instrument-runs";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import type { InstrumentReport } from "./instrument-event.model.ts";

export type InstrumentEventQuery = QueryOf<typeof listInstrumentEvents>;

const queued = z.object({
  eventId: z.string(),
  deviceId: z.number(),
  deviceName: z.string(),
  unitId: z.number(),
  identifier: instrumentEventKind,
  at: z.date(),
  params: z.unknown(),
  lastBatchNo: z.string().nullable(),
  lastMethod: z.string().nullable(),
});
/** An event of a mass spectrometer that nothing was made of yet, with what the device showed then. */
export type QueuedInstrumentEvent = z.infer<typeof queued>;

const incident = z.object({
  kind: instrumentEventKind,
  analyte: analyteName.nullable(),
  figure: z.number().nullable(),
});
const maxOfBatch = 200;

/** The last text of a reading until the event; of one reading alone, so that the index gives it at once. */
const reading = (identifier: string) => sql`(select x.value_json #>> '{}' from telemetry x
  where x.device_id = e.device_id and x.metric = (select m.id from metric m where m.identifier = ${identifier})
    and x.ts <= e.ts order by x.ts desc limit 1)`;

const shown = sql`e.id, e.kind, ${epochMs("e.at")} as at, ${epochMs("e.since")} as since, e.analyte, e.figure,
  e.batch_id, coalesce(b.batch_no, '') as batch_no`;

/** The queue that the database fills with each event as it is stored, and what is made of it. */
export function createInstrumentEventStore(db: Db) {
  const matching = (scope: Scope, { deviceName, kind, ...span }: InstrumentEventQuery) =>
    sql.join(
      [
        inScope(scope, "e.unit_id"),
        sql`e.device_id = (select d.id from device d where d.device_name = ${deviceName})`,
        ...inSpan(sql`e.at`, span),
        ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
      ],
      sql` and `,
    );
  return {
    /** Takes the oldest out; in the transaction in which they become records. */
    async take(limit: number): Promise<QueuedInstrumentEvent[]> {
      const { rows } = await sql`
        with taken as (
          delete from instrument_event_queue where event_id in (
            select event_id from instrument_event_queue order by event_id limit ${limit} for update skip locked)
          returning event_id)
        select e.id::text as event_id, e.device_id, d.device_name, e.unit_id, e.identifier, e.ts as at, e.params,
          ${reading("batchNo")} as last_batch_no, ${reading("method")} as last_method
        from taken k join device_event e on e.id = k.event_id join device d on d.id = e.device_id
        order by e.id`.execute(db);
      return z.array(queued).parse(rows);
    },

    /** False where the same incident is known. */
    async add(
      { eventId, deviceId, unitId }: QueuedInstrumentEvent,
      { kind, identity, at, since, analyte, figure }: InstrumentReport,
      batchId: number | null,
    ): Promise<boolean> {
      const { rows } = await sql`
        insert into instrument_event (unit_id, device_id, batch_id, event_id, kind, identity, at, since, analyte, figure)
        values (${unitId}, ${deviceId}, ${batchId}, ${eventId}, ${kind}, ${identity}, ${at}, ${since}, ${analyte},
          ${figure}) on conflict do nothing returning id`.execute(db);
      return rows.length > 0;
    },

    /** A gap that was reported before its run was known belongs to it; true where there was one. */
    async adopt(batchId: number): Promise<boolean> {
      const { rows } = await sql`
        update instrument_event e set batch_id = b.id from assay_batch b
        where b.id = ${batchId} and e.device_id = b.device_id and e.batch_id is null and e.kind = 'auditTrailGap'
          and e.at >= b.run_at and coalesce(e.since, e.at) <= b.done_at returning e.id`.execute(db);
      return rows.length > 0;
    },

    async listIncidents(batchId: number) {
      const { rows } = await sql`select kind, analyte, figure from instrument_event
        where batch_id = ${batchId} and kind <> 'batchDone' order by id limit ${maxOfBatch}`.execute(db);
      return z.array(incident).parse(rows);
    },

    async listOfBatch(batchId: number) {
      const { rows } =
        await sql`select ${shown} from instrument_event e left join assay_batch b on b.id = e.batch_id
        where e.batch_id = ${batchId} order by e.at, e.id limit ${maxOfBatch}`.execute(db);
      return z.array(instrumentEvent).parse(rows);
    },

    async count(scope: Scope, query: InstrumentEventQuery): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from instrument_event e where ${matching(scope, query)}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async list(scope: Scope, query: InstrumentEventQuery, page: { limit: number; offset: number }) {
      const { rows } = await sql`
        select ${shown} from instrument_event e left join assay_batch b on b.id = e.batch_id
        where ${matching(scope, query)} order by e.at desc, e.id desc limit ${page.limit} offset ${page.offset}`.execute(
        db,
      );
      return z.array(instrumentEvent).parse(rows);
    },
  };
}
