import { textIn } from "@tracewater/contract/locales";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { openWorkbook } from "../../../platform/xlsx/workbook-writer.ts";
import type { CommandRow } from "./command-queries.store.ts";

const atOnce = 1000;

const heads = {
  en: [
    "Device",
    "Command",
    "State",
    "Late reply",
    "Code",
    "Message",
    "Reply",
    "Attempts",
    "Queued",
    "Sent",
    "Acknowledged",
    "Finished",
  ],
  zh: [
    "设备",
    "指令编号",
    "状态",
    "逾时应答",
    "返回码",
    "返回信息",
    "应答内容",
    "下发次数",
    "排队时间",
    "下发时间",
    "确认时间",
    "结束时间",
  ],
};

const states: Record<Language, Record<string, string>> = {
  en: {
    queued: "Queued",
    sent: "Sent",
    acknowledged: "Acknowledged",
    replied: "Replied",
    failed: "Failed",
    timedOut: "Timed out",
    expired: "Expired",
    cancelled: "Canceled",
  },
  zh: {
    queued: "排队中",
    sent: "已下发",
    acknowledged: "已确认",
    replied: "已应答",
    failed: "失败",
    timedOut: "超时",
    expired: "已过期",
    cancelled: "已取消",
  },
};

/** What became of a batch on each device, a row each, in the order of sending. */
export async function writeBulkCommandWorkbook(work: {
  path: string;
  language: Language;
  print: PrintMoment;
  next: (after: string, limit: number) => Promise<CommandRow[]>;
}): Promise<void> {
  const { language, print } = work;
  const sheet = await openWorkbook(
    work.path,
    heads[language].map((head) => ({ head, width: 20 })),
  );
  const moment = (at: Date | null) => (at === null ? null : print(at));
  for (let after = "0"; ; ) {
    const rows = await work.next(after, atOnce);
    for (const row of rows) {
      await sheet.add([
        row.deviceName,
        row.id,
        states[language][row.state] ?? row.state,
        row.late ? textIn({ en: "yes", zh: "是" }, language) : "",
        row.code,
        row.message,
        row.reply === null ? null : JSON.stringify(row.reply),
        row.attempts,
        moment(row.queuedAt),
        moment(row.sentAt),
        moment(row.acknowledgedAt),
        moment(row.finishedAt),
      ]);
    }
    if (rows.length < atOnce) break;
    after = rows.at(-1)?.id ?? after;
  }
  await sheet.close();
}
