import { textIn } from "@tracewater/contract/locales";
import { maxExportRows } from "@tracewater/contract/resource/imports";
import type { JobLogRow } from "@tracewater/contract/system/jobs";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { sendWorkbook, tooManyRows } from "../../../platform/files/send-workbook.ts";
import type { ExportRequest } from "../../../platform/http/serve-export.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { JobService, LogQuery } from "./job.service.ts";

const batch = 1000;

const heads = {
  en: [
    "Job",
    "Target",
    "State",
    "Result",
    "Error",
    "Scheduled for",
    "Started",
    "Ended",
    "Duration (ms)",
    "Triggered by",
    "Node",
  ],
  zh: [
    "任务",
    "调用目标",
    "状态",
    "执行结果",
    "异常信息",
    "计划时间",
    "开始时间",
    "结束时间",
    "耗时（毫秒）",
    "触发方式",
    "节点",
  ],
};

const states = {
  en: { running: "Running", done: "Done", failed: "Failed", interrupted: "Interrupted" },
  zh: { running: "执行中", done: "成功", failed: "失败", interrupted: "已中断" },
};

/** The log as a spreadsheet, the newest first; refused where there are more than a sheet may hold. */
export async function sendJobLog(
  work: ExportRequest & { jobs: JobService; files: ExportFiles; filter: LogQuery },
): Promise<void> {
  const { jobs, files, caller, language, filter, reply } = work;

  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for (let offset = 0; ; offset += batch) {
      const rows = await jobs.log(filter, { limit: batch, offset }, language);
      for (const row of rows) yield cellsOf(row, language);
      if (rows.length < batch) return;
    }
  }
  if ((await jobs.countLog(filter)) > maxExportRows) throw tooManyRows();

  await sendWorkbook(files, {
    ownerId: caller.userId,
    subject: "jobLog",
    name: textIn({ en: "Scheduled job log.xlsx", zh: "定时任务日志.xlsx" }, language),
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
