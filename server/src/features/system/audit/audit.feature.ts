import { textIn } from "@tracewater/contract/locales";
import {
  exportAuditChain,
  exportOperations,
  exportOperationsByForm,
  getAuditChain,
  getOperation,
  listOperations,
  type Operation,
  verifyAuditChain,
} from "@tracewater/contract/system/audit";
import { AppError } from "../../../platform/app-error.ts";
import { createChainSlots } from "../../../platform/custody/chain-slots.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ExportRequest, serveExport } from "../../../platform/http/serve-export.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { AuditService, OperationQuery } from "./audit.service.ts";

/** The audit log is read and verified here; there are no calls that change or delete it. */
export function serveAudit(serve: Serve, audit: AuditService, files: ExportFiles): void {
  async function answerExport(
    query: OperationQuery,
    { caller, language, reply }: ExportRequest,
  ): Promise<void> {
    const { scope, userId } = caller;
    const all = columns[language];
    await sendWorkbook(files, {
      ownerId: userId,
      subject: "operlog",
      name: textIn({ en: "Operation log.xlsx", zh: "操作日志.xlsx" }, language),
      columns: all.map(([, head, width]) => ({ head, width })),
      rows: toCells(audit.listAll(scope, query, language), language),
      reply,
    });
  }

  const slots = createChainSlots();
  serve.forCaller(listOperations, ({ query, language }, caller) => audit.list(caller.scope, query, language));
  serve.forCaller(getAuditChain, async () => ({ data: await audit.state() }));
  serve.forCaller(verifyAuditChain, async (_input, caller) => {
    await slots.check(caller, audit.check);
    return { data: await audit.state() };
  });
  serve.forCaller(getOperation, async ({ params, language }, caller) => ({
    data: await audit.require(caller.scope, params.id, language),
  }));
  serveExport(serve, exportOperations, exportOperationsByForm, answerExport);
  serve.stream(exportAuditChain, async ({ reply }, caller) => {
    if (caller.scope.kind !== "all") throw notWhole();
    slots.send(caller, reply, { name: "audit-chain.jsonl", lines: audit.exportChain() });
  });
}

/** A part of a chain proves nothing of what is left out. */
function notWhole(): AppError {
  return new AppError("forbidden", {
    en: "The chain can only be exported as a whole. You need permission to read all records.",
    zh: "日志链只能整体导出，仅可查看全部记录的用户有权导出。",
  });
}

type Column = readonly [keyof Operation, string, number];

const columns: Record<Language, readonly Column[]> = {
  en: [
    ["operId", "No.", 10],
    ["at", "Time", 30],
    ["operName", "User", 18],
    ["deptName", "Unit", 24],
    ["title", "Operation", 32],
    ["thing", "Object", 32],
    ["status", "Result", 10],
    ["errorMsg", "Message", 40],
    ["operIp", "IP address", 18],
    ["agent", "Client", 40],
    ["costTime", "Duration (ms)", 14],
    ["call", "API call", 24],
  ],
  zh: [
    ["operId", "编号", 10],
    ["at", "时间", 30],
    ["operName", "用户", 18],
    ["deptName", "单位", 24],
    ["title", "操作", 32],
    ["thing", "操作对象", 32],
    ["status", "结果", 10],
    ["errorMsg", "消息", 40],
    ["operIp", "IP 地址", 18],
    ["agent", "客户端", 40],
    ["costTime", "耗时（毫秒）", 14],
    ["call", "接口", 24],
  ],
};

const endings: Record<Language, { 0: string; 1: string }> = {
  en: { 0: "Success", 1: "Failure" },
  zh: { 0: "成功", 1: "失败" },
};

async function* toCells(
  operations: AsyncIterable<Operation>,
  language: Language,
): AsyncGenerator<readonly Cell[]> {
  for await (const operation of limited(operations)) {
    yield columns[language].map(([name]) =>
      name === "status" ? endings[language][operation.status] : operation[name],
    );
  }
}
