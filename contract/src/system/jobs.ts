import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, flag, id, idInBody, page } from "../envelope.ts";
import { dateTime, epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { timeSpan } from "../time-span.ts";

const path = "/v2/admin/monitor/job";
const logPath = "/v2/admin/monitor/jobLog";
const may = (verb: string) => permission(`monitor:job:${verb}`);
const mayLog = (verb: string) => permission(`monitor:jobLog:${verb}`);

/** How a firing ended; `interrupted`: the server stopped or died under it. */
export const jobState = z.enum(["running", "done", "failed", "interrupted"]);
export type JobState = z.infer<typeof jobState>;

/** What happens with firings that were missed: "1" each is made up for, "2" one stands for all, "3" none. */
export const misfirePolicy = z.enum(["1", "2", "3"]);

const cronExpression = z.string().trim().min(1).max(100);

/** All jobs come with the program; clients of the family file theirs in groups. */
export const jobGroup = "SYSTEM";

export const job = z.object({
  jobId: z.number().int(),
  jobName: z.string(),
  /** What it does, in a sentence. */
  remark: z.string(),
  /** Its name in the program's registry; nothing else can be run. */
  invokeTarget: z.string(),
  jobGroup: z.string(),
  /** "1": never twice at once. */
  concurrent: flag,
  cronExpression,
  /** The schedule in words. */
  cronWords: z.string(),
  misfirePolicy,
  status: flag,
  /** The next five firings, epoch ms; none while it is paused. */
  nextTimes: z.array(epochMs),
  last: z
    .object({
      jobLogId: z.number().int(),
      state: jobState,
      startedAt: epochMs,
      durationMs: z.number().int().nullable(),
      jobMessage: z.string(),
    })
    .nullable(),
});
export type Job = z.infer<typeof job>;

export const listJobs = defineCall({
  name: "listJobs",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({
    ...paging,
    jobName: searchText,
    jobGroup: searchText,
    invokeTarget: searchText,
    status: blank(flag),
  }),
  reply: page(job).extend({ zone: z.string() }),
});

export const getJob = defineCall({
  name: "getJob",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(job),
});

export const changeJob = defineCall({
  name: "changeJob",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Edit a scheduled job", zh: "编辑定时任务" },
  body: z.object({
    jobId: idInBody,
    cronExpression,
    misfirePolicy: misfirePolicy.default("2"),
    status: flag,
    /** Anyone who sends a whole job back sends this too; it is what it is. */
    invokeTarget: z.string().max(500).optional(),
  }),
});

export const changeJobStatus = defineCall({
  name: "changeJobStatus",
  method: "PUT",
  path: `${path}/changeStatus`,
  access: may("edit"),
  title: { en: "Pause or resume a scheduled job", zh: "启停定时任务" },
  body: z.object({ jobId: idInBody, status: flag }),
});

/** Runs it now, alongside its schedule; the answer names the row of the log that shows how it goes. */
export const runJob = defineCall({
  name: "runJob",
  method: "PUT",
  path: `${path}/run`,
  access: may("run"),
  title: { en: "Run a scheduled job", zh: "立即执行定时任务" },
  body: z.object({ jobId: idInBody }),
  reply: data(z.object({ jobLogId: z.number().int() })),
});

/** What a schedule means: in words, and when it would fire next. */
export const previewCron = defineCall({
  name: "previewCron",
  method: "GET",
  path: `${path}/cron`,
  access: may("query"),
  query: z.object({ cronExpression }),
  reply: data(z.object({ words: z.string(), nextTimes: z.array(epochMs), zone: z.string() })),
});

export const jobLogRow = z.object({
  jobLogId: z.number().int(),
  jobName: z.string(),
  jobGroup: z.string(),
  invokeTarget: z.string(),
  state: jobState,
  /** "0" went well or is under way, "1" did not. */
  status: flag,
  jobMessage: z.string(),
  exceptionInfo: z.string(),
  /** "1": it found nothing to do beyond what each run does. */
  idle: flag,
  /** The moment of the schedule it stands for; null where a person asked. */
  tickTime: dateTime.nullable(),
  startTime: dateTime,
  stopTime: dateTime.nullable(),
  /** The same two, as other versions of the family call them. */
  createTime: dateTime,
  endTime: dateTime.nullable(),
  durationMs: z.number().int().nullable(),
  /** Who asked; empty for the schedule. */
  askedBy: z.string(),
  node: z.string(),
});
export type JobLogRow = z.infer<typeof jobLogRow>;

const logFilter = z.object({
  ...paging,
  ...timeSpan,
  jobName: searchText,
  jobGroup: searchText,
  invokeTarget: searchText,
  state: blank(jobState),
  status: blank(flag),
  idle: blank(flag),
});

export const listJobLogs = defineCall({
  name: "listJobLogs",
  method: "GET",
  path: `${logPath}/list`,
  access: mayLog("list"),
  query: logFilter,
  reply: page(jobLogRow),
});

export const getJobLog = defineCall({
  name: "getJobLog",
  method: "GET",
  path: `${logPath}/:id`,
  access: mayLog("query"),
  params: z.object({ id }),
  reply: data(jobLogRow),
});

export const { export: exportJobLogs, exportByForm: exportJobLogsByForm } = defineExport({
  name: "exportJobLogs",
  path: `${logPath}/export`,
  access: mayLog("export"),
  title: { en: "Export the scheduled job log", zh: "导出定时任务日志" },
  query: logFilter,
});
