/*
 * Imports: a file is taken in whole, measured, and read row by row in the background; its progress is asked for by
 * the one who uploaded it. Good rows are stored in batches, so a batch that is in stays in: whoever imports the same
 * file again is told of each row that it is there.
 */
import { randomUUID } from "node:crypto";
import type { ImportProgress } from "@tracewater/contract/resource/imports";
import type { Caller } from "../caller.ts";
import { badField, Failure, noSuch } from "../failure.ts";
import type { MadeFiles } from "../files/made-files.ts";
import type { Serve } from "../http/serve-call.ts";
import { takeUpload } from "../http/take-upload.ts";
import type { Log } from "../log.ts";
import type { Language } from "../words.ts";
import { measureUnpacked } from "../xlsx/unpacked-size.ts";
import { thingOf } from "./export-rows.ts";
import { importRows } from "./import-rows.ts";
import type { ImportDoor, ImportedResource } from "./resource-door.ts";

const mostUnpackedBytes = 200 * 1024 * 1024;
/** A short import is answered when it is over, a long one while it runs. */
const patienceMs = 1500;
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
  return {
    start(
      job: { ownerId: number; thing: string; language: Language },
      work: (progress: ImportProgress, stop: AbortSignal) => Promise<void>,
    ): Job {
      if ([...jobs.values()].some((one) => one.ownerId === job.ownerId && one.progress.state === "running")) {
        throw stillRunning();
      }
      const progress = newProgress();
      const stop = new AbortController();
      const over = work(progress, stop.signal)
        .then(() => {
          progress.state = stop.signal.aborted ? "cancelled" : "done";
        })
        .catch((error: unknown) => {
          progress.state = "failed";
          progress.reason = reasonOf(error, job.language);
          if (!(error instanceof Failure))
            options.log.error({ err: error, import: job.thing }, "an import failed");
        })
        .finally(() => setTimeout(() => jobs.delete(progress.importId), keptMs).unref());
      const made = { ownerId: job.ownerId, thing: job.thing, progress, stop, over };
      jobs.set(progress.importId, made);
      return made;
    },

    find(ownerId: number, thing: string, importId: string): Job {
      const job = jobs.get(importId);
      if (job?.ownerId === ownerId && job.thing === thing) return job;
      throw noSuch({ en: "import", zh: "导入任务" });
    },

    /** Waits for what runs; each ends after the batch it is at. */
    async stop(): Promise<void> {
      for (const job of jobs.values()) job.stop.abort();
      await Promise.all([...jobs.values()].map((job) => job.over));
    },
  };
}

/** `doorOf` makes the door of one import: some gather what they made until it ends. */
export function serveImports<Body>(
  serve: Serve,
  resource: ImportedResource<Body>,
  doorOf: (asked: {
    params: unknown;
    query: unknown;
    language: Language;
    caller: Caller;
  }) => ImportDoor<Body>,
  { files, imports }: { files: MadeFiles; imports: ImportJobs },
): void {
  const { calls, path: thing } = resource;

  serve.forCaller(calls.import, async ({ params, query, language, request, note }, caller) => {
    const path = await files.planUpload();
    try {
      const { fileName } = await takeUpload(request, path);
      await checkUpload(path);
      const ownerId = caller.userId;
      const door = doorOf({ params, query, language, caller });
      const job = imports.start({ ownerId, thing, language }, (progress, stop) =>
        importRows(
          { path, progress, stop, language, resource, door, caller, files },
          query.updateSupport === "1",
        ).finally(() => files.discard(path)),
      );
      await Promise.race([job.over, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
      // A long one goes on when this is told; its numbers are those of the moment, its state says so.
      const { importId: id, ...after } = job.progress;
      note({ thing: { kind: thingOf(resource), id, name: fileName, unitId: caller.deptId }, after });
      return { data: job.progress };
    } catch (error) {
      await files.discard(path);
      throw error;
    }
  });
  serve.forCaller(calls.getImport, async ({ params }, caller) => ({
    data: imports.find(caller.userId, thing, params.id).progress,
  }));
  serve.forCaller(calls.cancelImport, async ({ params, note }, caller) => {
    const job = imports.find(caller.userId, thing, params.id);
    job.stop.abort();
    await job.over;
    const { importId: id, ...after } = job.progress;
    note({ thing: { kind: thingOf(resource), id, unitId: caller.deptId }, after });
    return { data: job.progress };
  });
}

async function checkUpload(path: string): Promise<void> {
  const measured = await measureUnpacked(path, mostUnpackedBytes);
  if (measured === "notAZip")
    throw badField("file", { en: "is not an xlsx file", zh: "不是有效的 xlsx 文件" });
  if (measured === "tooLarge")
    throw badField("file", { en: "unpacks to more than 200 MB", zh: "解压后超过 200 MB" });
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
  const words = error instanceof Failure ? error.words : broken;
  return words[language];
}

const broken = {
  en: "The file could not be read to its end. What was stored before stays; importing it again adds nothing twice.",
  zh: "文件未能读取完毕。之前已保存的数据保留；再次导入不会重复。",
};

function stillRunning(): Failure {
  return new Failure("refused", {
    en: "An import of yours is still running; wait for it or cancel it.",
    zh: "您有导入任务正在进行，请等待其完成或取消。",
  });
}
