/*
 * Imports: a file is taken in whole, measured, and read row by row in the background; its progress is asked for by
 * the one who uploaded it. Good rows are stored in batches, so a batch that is in stays in: anyone who imports the same
 * file again is notified of each row that it is there.
 */
import { randomUUID } from "node:crypto";
import type { ImportProgress } from "@tracewater/contract/resource/imports";
import { AppError, fieldError, notFound } from "../app-error.ts";
import type { Caller } from "../caller.ts";
import type { ExportFiles } from "../files/export-files.ts";
import type { Serve } from "../http/serve-call.ts";
import { takeUpload } from "../http/take-upload.ts";
import type { Language } from "../localized-text.ts";
import type { Log } from "../log.ts";
import type { TableReader } from "../tables/table-reader.ts";
import type { Place } from "../work-slots.ts";
import { auditSubject } from "./export-rows.ts";
import { importRows } from "./import-rows.ts";
import type { ImportedResource, ImportService } from "./resource-service.ts";

/** A short import is answered when it is over, a long one while it runs. */
const timeoutMs = 1500;
const keptMs = 3_600_000;

type Job = {
  ownerId: number;
  thing: string;
  progress: ImportProgress;
  stop: AbortController;
  over: Promise<void>;
};

export type ImportJobs = ReturnType<typeof createImportJobs>;

/** The imports that run here, and those that ended within the hour. */
export function createImportJobs(options: { log: Log }) {
  const jobs = new Map<string, Job>();

  /** Throws where an import of this owner runs. */
  function requireNone(ownerId: number): void {
    const isRunning = (one: Job) => one.ownerId === ownerId && one.progress.state === "running";
    if ([...jobs.values()].some(isRunning)) throw stillRunning();
  }

  return {
    requireNone,

    start(
      job: { ownerId: number; thing: string; language: Language },
      work: (progress: ImportProgress, stop: AbortSignal) => Promise<void>,
    ): Job {
      requireNone(job.ownerId);
      const progress = newProgress();
      const stop = new AbortController();
      const over = work(progress, stop.signal)
        .then(() => {
          progress.state = stop.signal.aborted ? "cancelled" : "done";
        })
        .catch((error: unknown) => {
          progress.state = "failed";
          progress.reason = reasonOf(error, job.language);
          if (!(error instanceof AppError))
            options.log.error({ err: error, import: job.thing }, "an import failed");
        })
        .finally(() => setTimeout(() => jobs.delete(progress.importId), keptMs).unref());
      const made = { ownerId: job.ownerId, thing: job.thing, progress, stop, over };
      jobs.set(progress.importId, made);
      return made;
    },

    find(ownerId: number, subject: string, importId: string): Job {
      const job = jobs.get(importId);
      if (job?.ownerId === ownerId && job.thing === subject) return job;
      throw notFound({ en: "import", zh: "导入任务" });
    },

    /** Waits for what runs; each ends after the batch it is at. */
    async stop(): Promise<void> {
      for (const job of jobs.values()) job.stop.abort();
      await Promise.all([...jobs.values()].map((job) => job.over));
    },
  };
}

/** `handlerOf` makes the door of one import: some gather what they made until it ends. */
export function serveImports<Body>(
  serve: Serve,
  resource: ImportedResource<Body>,
  handlerOf: (asked: {
    params: unknown;
    query: unknown;
    language: Language;
    caller: Caller;
  }) => ImportService<Body>,
  { files, imports, tables }: { files: ExportFiles; imports: ImportJobs; tables: TableReader },
  /** Code and message beside the progress, for clients that read these alone. */
  answerOf: (progress: ImportProgress, language: Language) => { code?: number; msg?: string } = () => ({}),
): void {
  const { calls, path: subject } = resource;

  serve.forCaller(calls.import, async ({ params, query, language, request, audit }, caller) => {
    const path = await files.planUpload();
    const ownerId = caller.userId;
    let place: Place | null = null;
    const clear = async () => {
      place?.release();
      await files.discard(path);
    };
    try {
      const { fileName } = await takeUpload(request, path);
      imports.requireNone(ownerId);
      place = tables.slots.reserve(String(ownerId));
      await place.ready();
      await checkUpload(tables, path);
      const service = handlerOf({ params, query, language, caller });
      const job = imports.start({ ownerId, thing: subject, language }, (progress, stop) =>
        importRows(
          { path, progress, stop, language, resource, service, caller, files, tables },
          query.updateSupport === "1",
        ).finally(clear),
      );
      await Promise.race([job.over, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
      // A long one goes on when this is reported; its numbers are those of the moment, its state says so.
      const { importId: id, ...after } = job.progress;
      audit({ subject: { kind: auditSubject(resource), id, name: fileName, unitId: caller.deptId }, after });
      return { ...answerOf(job.progress, language), data: job.progress };
    } catch (error) {
      await clear();
      throw error;
    }
  });
  serve.forCaller(calls.getImport, async ({ params }, caller) => ({
    data: imports.find(caller.userId, subject, params.id).progress,
  }));
  serve.forCaller(calls.cancelImport, async ({ params, audit }, caller) => {
    const job = imports.find(caller.userId, subject, params.id);
    job.stop.abort();
    await job.over;
    const { importId: id, ...after } = job.progress;
    audit({ subject: { kind: auditSubject(resource), id, unitId: caller.deptId }, after });
    return { data: job.progress };
  });
}

async function checkUpload(tables: TableReader, path: string): Promise<void> {
  const measured = await tables.measure(path);
  if (measured === "notAZip")
    throw fieldError("file", { en: "is not a valid xlsx file", zh: "不是有效的 xlsx 文件" });
  if (measured === "tooLarge")
    throw fieldError("file", { en: "is larger than 200 MB when unpacked", zh: "解压后超过 200 MB" });
}

function newProgress(): ImportProgress {
  return {
    importId: randomUUID(),
    state: "running",
    read: 0,
    added: 0,
    updated: 0,
    refused: 0,
    faults: [],
    errorsFile: null,
    resultFile: null,
    reason: "",
  };
}

function reasonOf(error: unknown, language: Language): string {
  const labels = error instanceof AppError ? error.text : broken;
  return labels[language];
}

const broken = {
  en: "The file could not be read to the end. Rows imported so far are kept. Importing the file again creates no duplicates.",
  zh: "文件未能读取完毕，此前已导入的数据予以保留，重新导入不会产生重复。",
};

function stillRunning(): AppError {
  return new AppError("refused", {
    en: "One of your imports is still running. Wait until it ends or cancel it.",
    zh: "您有导入任务正在进行，请等待其完成或取消。",
  });
}
