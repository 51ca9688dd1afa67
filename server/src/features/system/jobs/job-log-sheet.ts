import { mostExportRows } from "@tracewater/contract/resource/imports";
import type { JobLogRow } from "@tracewater/contract/system/jobs";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import { sendSheet, tooManyRows } from "../../../platform/files/send-sheet.ts";
import type { AskedSheet } from "../../../platform/http/serve-export.ts";
import type { Language } from "../../../platform/words.ts";
import type { Cell } from "../../../platform/xlsx/sheet-writer.ts";
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

/** The log as a spreadsheet, the newest first; refused where there are more than a sheet may hold. */
export async function sendJobLog(
  work: AskedSheet & { jobs: JobService; files: MadeFiles; filter: LogFilter },
): Promise<void> {
  const { jobs, files, caller, language, filter, reply } = work;

  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for (let offset = 0; ; offset += batch) {
      const rows = await jobs.log(filter, { limit: batch, offset }, language);
      for (const row of rows) yield cellsOf(row, language);
      if (rows.length < batch) return;
    }
  }
  if ((await jobs.countLog(filter)) > mostExportRows) throw tooManyRows();

  await sendSheet(files, {
    ownerId: caller.userId,
    thing: "jobLog",
    name: language === "zh" ? "定时任务日志.xlsx" : "Log of scheduled tasks.xlsx",
    columns: heads[language].map((head) => ({ head, width: 20 })),
    rows: cells(),
    reply,
  });
}

function cellsOf(row: JobLogRow, language: Language): readonly Cell[] {
  return [
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
  ];
}
