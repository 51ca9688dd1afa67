import type { InstrumentEvent, reportedRun } from "@tracewater/contract/laboratory/instrument-runs";
import type { z } from "zod";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { MediaService } from "../../fleet/media/media.service.ts";
import { createInstrumentEventStore, type InstrumentEventQuery } from "./instrument-event.store.ts";
import { createInstrumentRunStore, type StoredRun } from "./instrument-run.store.ts";

export type InstrumentRunService = ReturnType<typeof createInstrumentRunService>;
type ReportedRun = { [K in keyof typeof reportedRun]: z.infer<(typeof reportedRun)[K]> };

/** What instruments reported of their runs. */
export function createInstrumentRunService({
  db,
  media,
}: {
  db: Db;
  media: Pick<MediaService, "findSheet" | "openSheet">;
}) {
  const events = createInstrumentEventStore(db);
  const runs = createInstrumentRunStore(db);
  async function show({ deviceId, doneAt, ...run }: StoredRun) {
    const sheet =
      deviceId === null || run.sha256 === "" ? undefined : await media.findSheet(deviceId, run.sha256);
    return { ...run, doneAt: doneAt?.getTime() ?? null, upload: sheet?.state ?? null };
  }

  return {
    /** The result file of a batch that the caller was found to reach. */
    async openFile(batchId: number) {
      const run = await runs.find(batchId);
      const { file, type } = await media.openSheet(run?.deviceId ?? 0, run?.sha256 ?? "");
      return { file, type, name: run?.fileName || "results.txt" };
    },

    /** Of a batch that the caller was found to reach. */
    async read(batchId: number): Promise<ReportedRun> {
      const [run, reported, files] = await Promise.all([
        runs.find(batchId),
        events.listOfBatch(batchId),
        runs.listFiles(batchId),
      ]);
      return {
        run: run === null ? null : await show(run),
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
