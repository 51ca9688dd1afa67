import type { InstrumentEvent, reportedRun } from "@tracewater/contract/laboratory/instrument-runs";
import type { z } from "zod";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createInstrumentEventStore, type InstrumentEventQuery } from "./instrument-event.store.ts";
import { createInstrumentRunStore } from "./instrument-run.store.ts";

export type InstrumentRunService = ReturnType<typeof createInstrumentRunService>;
type ReportedRun = { [K in keyof typeof reportedRun]: z.infer<(typeof reportedRun)[K]> };

/** What instruments reported of their runs. */
export function createInstrumentRunService({ db }: { db: Db }) {
  const events = createInstrumentEventStore(db);
  const runs = createInstrumentRunStore(db);
  return {
    /** Of a batch that the caller was found to reach. */
    async read(batchId: number): Promise<ReportedRun> {
      const [run, reported, files] = await Promise.all([
        runs.find(batchId),
        events.listOfBatch(batchId),
        runs.listFiles(batchId),
      ]);
      return {
        run: run === null ? null : { ...run, doneAt: run.doneAt?.getTime() ?? null },
        events: reported,
        files: files.map((one) => ({
          ...{ ...one, at: one.at.getTime() },
          isReported: one.sha256 === run?.sha256,
        })),
      };
    },

    async list(
      caller: Caller,
      query: InstrumentEventQuery,
    ): Promise<{ rows: InstrumentEvent[]; total: number }> {
      const total = await events.count(caller.scope, query);
      return { rows: await events.list(caller.scope, query, pageOf(query, total)), total };
    },
  };
}
