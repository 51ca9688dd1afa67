import { criteria } from "@tracewater/contract/laboratory/analytical-batches";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";
import type { InstrumentReport } from "./instrument-event.model.ts";
import type { QueuedInstrumentEvent } from "./instrument-event.store.ts";

const run = z.object({
  deviceId: z.number().nullable(),
  samples: z.number().nullable(),
  failedInjections: z.number().nullable(),
  doneAt: z.date().nullable(),
  fileName: z.string(),
  sha256: z.string(),
});
export type StoredRun = z.infer<typeof run>;
const file = z.object({
  fileName: z.string(),
  sha256: z.string(),
  at: z.date(),
  by: z.string(),
  added: z.number(),
  leftOut: z.number(),
});
const maxFiles = 50;

/** Analytical batches as the runs of instruments. */
export function createInstrumentRunStore(db: Db) {
  /** The batch of this number, held: one that was entered by hand is bound to the instrument; null: another's. */
  async function bind(event: QueuedInstrumentEvent, report: InstrumentReport, batchNo: string) {
    const { deviceId, unitId, deviceName, lastMethod } = event;
    await sql`
      insert into assay_batch (unit_id, batch_no, instrument, method, run_at, criteria, made_by, device_id, run_state)
      values (${unitId}, ${batchNo}, ${deviceName}, ${(lastMethod ?? "").slice(0, 100)},
        ${report.done.startedAt ?? report.at}, ${JSON.stringify(criteria.parse({}))}, ${deviceName}, ${deviceId},
        'running')
      on conflict do nothing`.execute(db);
    const { rows } = await sql<{ id: number; deviceId: number | null }>`
      select id, device_id from assay_batch where unit_id = ${unitId} and batch_no = ${batchNo} for update`.execute(
      db,
    );
    const [found] = rows;
    if (found === undefined) return null;
    if (found.deviceId === deviceId) return found.id;
    if (found.deviceId !== null) return null;
    await sql`update assay_batch set device_id = ${deviceId}, run_state = 'running'
      where id = ${found.id}`.execute(db);
    return found.id;
  }

  return {
    /** The batch that a report names, made where there is none; another instrument may use the same numbers. */
    async ensure(event: QueuedInstrumentEvent, report: InstrumentReport): Promise<number | null> {
      const { batchNo } = report;
      if (batchNo === "") return null;
      return (await bind(event, report, batchNo)) ?? bind(event, report, `${batchNo} ${event.deviceName}`);
    },

    /** The run of the instrument that a gap of the audit trail lies in; null where none ran. */
    async findAt(deviceId: number, { since, at }: InstrumentReport): Promise<number | null> {
      const { rows } = await sql<{ id: number }>`
        select id from assay_batch where device_id = ${deviceId} and run_at <= ${at}
          and (done_at is null or done_at >= ${since ?? at}) order by run_at desc, id desc limit 1 for update`.execute(
        db,
      );
      return rows[0]?.id ?? null;
    },

    /** Once; what the instrument reports later of the same run changes nothing. */
    async finish(id: number, { at, sequence, done }: InstrumentReport): Promise<void> {
      const { startedAt, samples, failed, fileName, sha256 } = done;
      await sql`update assay_batch set run_state = 'done', done_at = ${at}, sequence = ${sequence},
          samples = ${samples}, failed_injections = ${failed}, file_name = ${fileName}, file_sha256 = ${sha256},
          run_at = case when made_by = instrument then coalesce(${startedAt}::timestamptz, run_at) else run_at end
        where id = ${id} and run_state is distinct from 'done'`.execute(db);
    },

    /** Results of the batch that were handed over, of one analyte or of all. */
    async listSubmitted(id: number, analyte: string | null): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select id from assay where batch_id = ${id} and state in ('inReview', 'approved')
          and (${analyte}::text is null or analyte = ${analyte}) order by id limit 20000`.execute(db);
      return rows.map((row) => row.id);
    },

    /** Analytes that have results of samples in the batch. */
    async listAnalytes(batchId: number): Promise<z.infer<typeof analyteName>[]> {
      const found = await sql`select distinct analyte from assay where batch_id = ${batchId}`.execute(db);
      return z
        .array(z.object({ analyte: analyteName }))
        .parse(found.rows)
        .map(({ analyte }) => analyte);
    },

    async find(id: number) {
      const { rows } =
        await sql`select device_id, samples, failed_injections, done_at, file_name, file_sha256 as sha256
        from assay_batch where id = ${id} and run_state is not null`.execute(db);
      return z.array(run).parse(rows)[0] ?? null;
    },

    async listFiles(id: number) {
      const { rows } = await sql`
        select i.file_name, i.sha256, i.imported_at as at, i.imported_by as by, i.added, i.left_out
        from assay_import i where i.batch_id = ${id} order by i.id desc limit ${maxFiles}`.execute(db);
      return z.array(file).parse(rows);
    },
  };
}
