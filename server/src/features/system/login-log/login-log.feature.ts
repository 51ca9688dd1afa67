import {
  exportLogIns,
  exportLogInsByForm,
  type LogInEntry,
  listLogIns,
} from "@tracewater/contract/system/login-log";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import { atMost, sendSheet } from "../../../platform/files/send-sheet.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type AskedSheet, serveExport } from "../../../platform/http/serve-export.ts";
import type { Language } from "../../../platform/words.ts";
import type { Cell } from "../../../platform/xlsx/sheet-writer.ts";
import type { LogInLogService, LogInQuery } from "./login-log.service.ts";

export function serveLogInLog(serve: Serve, logIns: LogInLogService, files: MadeFiles): void {
  async function answerSheet(query: LogInQuery, { caller, language, reply }: AskedSheet): Promise<void> {
    await sendSheet(files, {
      ownerId: caller.userId,
      thing: "logininfor",
      name: language === "zh" ? "登录日志.xlsx" : "Log-in log.xlsx",
      columns: columns[language].map(([, head, width]) => ({ head, width })),
      rows: toCells(logIns.listAll(caller.scope, query, language), language),
      reply,
    });
  }

  serve.forCaller(listLogIns, ({ query, language }, caller) => logIns.list(caller.scope, query, language));
  serveExport(serve, exportLogIns, exportLogInsByForm, answerSheet);
}

type Column = readonly [keyof LogInEntry, string, number];

const columns: Record<Language, readonly Column[]> = {
  en: [
    ["infoId", "No.", 10],
    ["loginTime", "Time", 22],
    ["userName", "User", 18],
    ["deptName", "Unit", 24],
    ["msg", "What happened", 28],
    ["ipaddr", "Address", 18],
    ["browser", "Browser", 18],
    ["os", "System", 18],
  ],
  zh: [
    ["infoId", "编号", 10],
    ["loginTime", "时间", 22],
    ["userName", "用户", 18],
    ["deptName", "单位", 24],
    ["msg", "结果", 28],
    ["ipaddr", "地址", 18],
    ["browser", "浏览器", 18],
    ["os", "操作系统", 18],
  ],
};

async function* toCells(
  entries: AsyncIterable<LogInEntry>,
  language: Language,
): AsyncGenerator<readonly Cell[]> {
  for await (const entry of atMost(entries)) yield columns[language].map(([name]) => entry[name]);
}
