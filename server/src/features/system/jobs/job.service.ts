import { textIn } from "@tracewater/contract/locales";
import { type Job, type JobLogRow, jobGroup } from "@tracewater/contract/system/jobs";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { readSchedule } from "../../../platform/cron.model.ts";
import { describeCron } from "../../../platform/cron-text.model.ts";
import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { Language, LocalizedText } from "../../../platform/localized-text.ts";
import type { Log } from "../../../platform/log.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createJobStore, type JobRow, type LastRun, type LogFilter, type LogRow } from "./job.store.ts";
import { createJobScheduler } from "./job-scheduler.ts";

type Change = {
  cronExpression: string;
  misfirePolicy: "1" | "2" | "3";
  status: "0" | "1";
  invokeTarget?: string | undefined;
};

type Named = {
  jobName?: string | undefined;
  jobGroup?: string | undefined;
  invokeTarget?: string | undefined;
};
export type LogQuery = Omit<LogFilter, "jobKeys"> & Named;

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
      throw notFound({ en: "scheduled job", zh: "定时任务" });
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
      jobGroup,
      concurrent: "1",
      cronExpression: row.cron,
      cronWords: describeCron(row.cron)[language],
      misfirePolicy: row.misfirePolicy,
      status: row.status,
      nextTimes: row.status === "1" ? [] : schedule.upcoming(new Date(now()), 5).map((at) => at.getTime()),
      last: last === undefined ? null : toLast(last, language),
    };
  }

  async function setSchedule(row: JobRow, to: Omit<Change, "invokeTarget">): Promise<void> {
    const { expression: cron, next } = readSchedule(to.cronExpression, zone);
    const nextAt = next(new Date(now()));
    if (nextAt === null) return;
    await store.change(row.jobId, {
      cron,
      misfirePolicy: to.misfirePolicy,
      status: to.status,
      nextAt,
    });
  }

  function toLogRow(row: LogRow, language: Language): JobLogRow {
    return {
      jobLogId: Number(row.id),
      jobName: nameOf(row.jobKey, language),
      jobGroup,
      invokeTarget: row.jobKey,
      state: row.state,
      status: row.state === "failed" || row.state === "interrupted" ? "1" : "0",
      jobMessage: textIn({ en: row.messageEn, zh: row.messageZh }, language),
      exceptionInfo: row.error,
      idle: row.idle ? "1" : "0",
      tickTime: row.tickTime,
      startTime: row.startTime,
      stopTime: row.stopTime,
      createTime: row.startTime,
      endTime: row.stopTime,
      durationMs: row.durationMs,
      askedBy: row.askedBy,
      node: row.node,
    };
  }

  /** The jobs of a name, in either language, and a group; undefined where neither is asked for. */
  function keysNamed({ jobName, jobGroup: group }: Named): string[] | undefined {
    if (jobName === undefined && group === undefined) return undefined;
    if (group !== undefined && group !== jobGroup) return [];
    return [...registry.values()]
      .filter(({ key, name }) => [key, name.en, name.zh].some((words) => holds(words, jobName ?? "")))
      .map(({ key }) => key);
  }

  return {
    zone,
    start: scheduler.start,
    stop: scheduler.stop,

    async list(language: Language, filter: Named & { status?: "0" | "1" | undefined }) {
      const [rows, runs] = [await store.list(), await store.lastRuns()];
      const last = new Map(runs.map((run) => [run.jobKey, run]));
      const meant = keysNamed(filter);
      return rows
        .filter((row) => registry.has(row.jobKey))
        .map((row) => toJob(row, last.get(row.jobKey), language))
        .filter((job) => filter.status === undefined || job.status === filter.status)
        .filter((job) => meant === undefined || meant.includes(job.invokeTarget))
        .filter((job) => holds(job.invokeTarget, filter.invokeTarget ?? ""));
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

    /** Begins at once; the row of the log shows how it goes. */
    async run(caller: Caller, id: number): Promise<{ jobLogId: number; name: string }> {
      const row = await require(id);
      const logId = await scheduler.runNow(row.jobKey, caller.nickName || caller.userName);
      if (logId === null) throw runsAlready(row.definition.name);
      return { jobLogId: Number(logId), name: row.definition.name.en };
    },

    preview(expression: string, language: Language) {
      const schedule = readSchedule(expression, zone);
      const nextTimes = schedule.upcoming(new Date(now()), 5).map((at) => at.getTime());
      return { words: describeCron(schedule.expression)[language], nextTimes, zone };
    },

    async log(filter: LogQuery, page: { limit: number; offset: number }, language: Language) {
      const rows = await store.listLog({ ...filter, jobKeys: keysNamed(filter) }, page);
      return rows.map((row) => toLogRow(row, language));
    },
    countLog: (filter: LogQuery) => store.countLog({ ...filter, jobKeys: keysNamed(filter) }),

    async findLog(id: number, language: Language): Promise<JobLogRow> {
      const row = await store.findLog(id);
      if (row === undefined) throw notFound({ en: "log record", zh: "日志记录" });
      return toLogRow(row, language);
    },
  };
}

function holds(words: string, part: string): boolean {
  return words.toLowerCase().includes(part.toLowerCase());
}

function toLast(run: LastRun, language: Language): NonNullable<Job["last"]> {
  return {
    jobLogId: Number(run.id),
    state: run.state,
    startedAt: run.startedAt.getTime(),
    durationMs: run.finishedAt === null ? null : run.finishedAt.getTime() - run.startedAt.getTime(),
    jobMessage: textIn({ en: run.messageEn, zh: run.messageZh }, language),
  };
}

function fixedTarget(): AppError {
  return fieldError("invokeTarget", {
    en: "cannot be changed: only built-in jobs can run",
    zh: "不能修改：只能执行程序内置的任务",
  });
}

function runsAlready(name: LocalizedText): AppError {
  return new AppError("refused", {
    en: `"${name.en}" is already running. Wait until it ends.`,
    zh: `“${name.zh}”正在执行，请等待其结束。`,
  });
}
