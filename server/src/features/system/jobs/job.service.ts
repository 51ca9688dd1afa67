import type { Job, JobLogRow } from "@tracewater/contract/system/jobs";
import type { Caller } from "../../../platform/caller.ts";
import { readSchedule } from "../../../platform/cron.model.ts";
import { describeCron } from "../../../platform/cron-words.model.ts";
import { badField, Failure, noSuch } from "../../../platform/failure.ts";
import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { Log } from "../../../platform/log.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Language, Words } from "../../../platform/words.ts";
import { createJobStore, type JobRow, type LastRun, type LogFilter, type LogRow } from "./job.store.ts";
import { createJobScheduler } from "./job-scheduler.ts";

type Change = {
  cronExpression: string;
  misfirePolicy: "1" | "2" | "3";
  status: "0" | "1";
  invokeTarget?: string | undefined;
};

export type JobService = ReturnType<typeof createJobService>;

/** The scheduled tasks: those of the registry, their schedules and what became of each firing. */
export function createJobService(options: {
  db: Db;
  registry: readonly JobDefinition[];
  zone: string;
  node: string;
  log: Log;
  now: () => number;
}) {
  const { zone, now } = options;
  const store = createJobStore(options.db, zone);
  const scheduler = createJobScheduler({ ...options, store });
  const registry = new Map(options.registry.map((one) => [one.key, one]));
  const nameOf = (key: string, language: Language) => registry.get(key)?.name[language] ?? key;

  async function require(id: number): Promise<JobRow & { definition: JobDefinition }> {
    const found = await store.find(id);
    const definition = found === undefined ? undefined : registry.get(found.jobKey);
    if (found === undefined || definition === undefined)
      throw noSuch({ en: "scheduled task", zh: "定时任务" });
    return { ...found, definition };
  }

  function toJob(row: JobRow, last: LastRun | undefined, language: Language): Job {
    const definition = registry.get(row.jobKey);
    const schedule = readSchedule(row.cron, zone);
    return {
      jobId: row.jobId,
      jobName: nameOf(row.jobKey, language),
      remark: definition?.about[language] ?? "",
      invokeTarget: row.jobKey,
      cronExpression: row.cron,
      cronWords: describeCron(row.cron)[language],
      misfirePolicy: row.misfirePolicy,
      status: row.status,
      nextTimes: row.status === "1" ? [] : schedule.upcoming(new Date(now()), 5).map((at) => at.getTime()),
      last: last === undefined ? null : toLast(last, language),
    };
  }

  async function setSchedule(row: JobRow, to: Omit<Change, "invokeTarget">): Promise<void> {
    const nextAt = readSchedule(to.cronExpression, zone).next(new Date(now()));
    if (nextAt === null) return;
    await store.change(row.jobId, {
      cron: to.cronExpression,
      misfirePolicy: to.misfirePolicy,
      status: to.status,
      nextAt,
    });
  }

  function toLogRow(row: LogRow, language: Language): JobLogRow {
    return {
      jobLogId: Number(row.id),
      jobName: nameOf(row.jobKey, language),
      invokeTarget: row.jobKey,
      state: row.state,
      status: row.state === "failed" || row.state === "interrupted" ? "1" : "0",
      jobMessage: language === "zh" ? row.messageZh : row.messageEn,
      exceptionInfo: row.error,
      tickTime: row.tickTime,
      startTime: row.startTime,
      stopTime: row.stopTime,
      durationMs: row.durationMs,
      askedBy: row.askedBy,
      node: row.node,
    };
  }

  return {
    zone,
    start: scheduler.start,
    stop: scheduler.stop,

    async list(language: Language, filter: { jobName?: string | undefined; status?: "0" | "1" | undefined }) {
      const [rows, runs] = [await store.list(), await store.lastRuns()];
      const last = new Map(runs.map((run) => [run.jobKey, run]));
      const asked = filter.jobName?.toLowerCase() ?? "";
      return rows
        .filter((row) => registry.has(row.jobKey))
        .map((row) => toJob(row, last.get(row.jobKey), language))
        .filter((job) => filter.status === undefined || job.status === filter.status)
        .filter((job) => `${job.jobName} ${job.invokeTarget}`.toLowerCase().includes(asked));
    },

    async find(id: number, language: Language): Promise<Job> {
      const row = await require(id);
      const runs = await store.lastRuns();
      return toJob(
        row,
        runs.find((run) => run.jobKey === row.jobKey),
        language,
      );
    },

    async change(id: number, to: Change): Promise<{ before: Change; name: string }> {
      const row = await require(id);
      if (to.invokeTarget !== undefined && to.invokeTarget !== row.jobKey) throw fixedTarget();
      await setSchedule(row, to);
      const { cron: cronExpression, misfirePolicy, status } = row;
      return { before: { cronExpression, misfirePolicy, status }, name: row.definition.name.en };
    },

    async changeStatus(id: number, status: "0" | "1") {
      const row = await require(id);
      await setSchedule(row, { cronExpression: row.cron, misfirePolicy: row.misfirePolicy, status });
      return { name: row.definition.name.en, before: { status: row.status } };
    },

    /** Begins at once; the row of the log tells how it goes. */
    async run(caller: Caller, id: number): Promise<{ jobLogId: number; name: string }> {
      const row = await require(id);
      const logId = await scheduler.runNow(row.jobKey, caller.nickName || caller.userName);
      if (logId === null) throw runsAlready(row.definition.name);
      return { jobLogId: Number(logId), name: row.definition.name.en };
    },

    preview(expression: string, language: Language) {
      const schedule = readSchedule(expression, zone);
      const nextTimes = schedule.upcoming(new Date(now()), 5).map((at) => at.getTime());
      return { words: describeCron(expression)[language], nextTimes, zone };
    },

    async log(filter: LogFilter, page: { limit: number; offset: number }, language: Language) {
      return (await store.listLog(filter, page)).map((row) => toLogRow(row, language));
    },
    countLog: store.countLog,

    async findLog(id: number, language: Language): Promise<JobLogRow> {
      const row = await store.findLog(id);
      if (row === undefined) throw noSuch({ en: "row of the log", zh: "日志记录" });
      return toLogRow(row, language);
    },
  };
}

function toLast(run: LastRun, language: Language): NonNullable<Job["last"]> {
  return {
    jobLogId: Number(run.id),
    state: run.state,
    startedAt: run.startedAt.getTime(),
    durationMs: run.finishedAt === null ? null : run.finishedAt.getTime() - run.startedAt.getTime(),
    jobMessage: language === "zh" ? run.messageZh : run.messageEn,
  };
}

function fixedTarget(): Failure {
  return badField("invokeTarget", {
    en: "is fixed: only tasks of the program itself can be run",
    zh: "不能修改：只能执行程序内置的任务",
  });
}

function runsAlready(name: Words): Failure {
  return new Failure("refused", {
    en: `"${name.en}" is running already.`,
    zh: `“${name.zh}”正在执行。`,
  });
}
