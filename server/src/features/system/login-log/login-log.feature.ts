import { textIn } from "@tracewater/contract/locales";
import {
  exportLogIns,
  exportLogInsByForm,
  type LogInEntry,
  listLogIns,
} from "@tracewater/contract/system/login-log";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ExportRequest, serveExport } from "../../../platform/http/serve-export.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { LogInLogService, LogInQuery } from "./login-log.service.ts";
import { factorLabels, wayLabels } from "./way-labels.data.ts";

export function serveLogInLog(serve: Serve, logIns: LogInLogService, files: ExportFiles): void {
  async function answerExport(query: LogInQuery, { caller, language, reply }: ExportRequest): Promise<void> {
    await sendWorkbook(files, {
      ownerId: caller.userId,
      subject: "logininfor",
      name: textIn({ en: "Log-in log.xlsx", zh: "登录日志.xlsx" }, language),
      columns: columns[language].map(([, head, width]) => ({ head, width })),
      rows: toCells(logIns.listAll(caller.scope, query, language), language),
      reply,
    });
  }

  serve.forCaller(listLogIns, ({ query, language }, caller) => logIns.list(caller.scope, query, language));
  serveExport(serve, exportLogIns, exportLogInsByForm, answerExport);
}

type Column = readonly [keyof LogInEntry, string, number];

const columns: Record<Language, readonly Column[]> = {
  en: [
    ["infoId", "No.", 10],
    ["loginTime", "Time", 22],
    ["userName", "User", 18],
    ["deptName", "Unit", 24],
    ["msg", "Result", 28],
    ["way", "Log-in method", 18],
    ["factor", "Second factor", 18],
    ["ipaddr", "IP address", 18],
    ["browser", "Browser", 18],
    ["os", "Operating system", 18],
  ],
  zh: [
    ["infoId", "编号", 10],
    ["loginTime", "时间", 22],
    ["userName", "用户", 18],
    ["deptName", "单位", 24],
    ["msg", "结果", 28],
    ["way", "登录方式", 18],
    ["factor", "第二验证方式", 18],
    ["ipaddr", "IP 地址", 18],
    ["browser", "浏览器", 18],
    ["os", "操作系统", 18],
  ],
};

async function* toCells(
  entries: AsyncIterable<LogInEntry>,
  language: Language,
): AsyncGenerator<readonly Cell[]> {
  for await (const entry of limited(entries)) {
    const labels = { way: wayLabels[entry.way][language], factor: factorLabels[entry.factor][language] };
    yield columns[language].map(([name]) => ({ ...entry, ...labels })[name]);
  }
}
