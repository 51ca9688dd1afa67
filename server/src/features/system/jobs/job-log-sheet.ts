import { mostExportRows } from "@tracewater/contract/resource/imports";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import { sendXlsx } from "../../../platform/files/send-file.ts";
import type { Language } from "../../../platform/words.ts";
import { openSheet } from "../../../platform/xlsx/sheet-writer.ts";
import type { JobService } from "./job.service.ts";
import type { LogFilter } from "./job.store.ts";

const batch = 1000;

const heads = {
  en: [
    "Task",
    "Target",
    "Result",
    "Message",
    "Error",
    "Scheduled for",
    "Started",
    "Ended",
    "ms",
    "Asked by",
    "Node",
  ],
  zh: [
    "任务",
    "调用目标",
    "结果",
    "执行信息",
    "异常信息",
    "计划时间",
    "开始时间",
    "结束时间",
    "毫秒",
    "执行人",
    "节点",
  ],
};

const states = {
  en: { running: "Running", done: "Done", failed: "Failed", interrupted: "Interrupted" },
  zh: { running: "执行中", done: "成功", failed: "失败", interrupted: "已中断" },
};

/** The log as a spreadsheet, the newest first; a limit keeps it to what a sheet may hold. */
export async function sendJobLog(work: {
  jobs: JobService;
  files: MadeFiles;
  caller: Caller;
  language: Language;
  reply: FastifyReply;
  filter: LogFilter;
}): Promise<void> {
  const { jobs, files, caller, language, filter } = work;
  const file = await files.plan(caller.userId, "jobLog");
  try {
    const sheet = await openSheet(
      file.path,
      heads[language].map((head) => ({ head, width: 20 })),
    );
    for (let offset = 0; offset < mostExportRows; offset += batch) {
      const rows = await jobs.log(filter, { limit: batch, offset }, language);
      for (const row of rows) {
        await sheet.add([
          row.jobName,
          row.invokeTarget,
          states[language][row.state],
          row.jobMessage,
          row.exceptionInfo,
          row.tickTime,
          row.startTime,
          row.stopTime,
          row.durationMs,
          row.askedBy,
          row.node,
        ]);
      }
      if (rows.length < batch) break;
    }
    await sheet.close();
  } catch (error) {
    await files.discard(file.path);
    throw error;
  }
  const opened = await files.open(caller.userId, file.name, true);
  if (opened === null) throw new Error("a file that was made a moment ago is gone");
  const title = language === "zh" ? "定时任务日志" : "Log of scheduled tasks";
  await sendXlsx(work.reply, opened, `${title}.xlsx`);
}
