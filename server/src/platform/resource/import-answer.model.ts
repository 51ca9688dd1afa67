import { resultCode } from "@tracewater/contract/envelope";
import { textIn } from "@tracewater/contract/locales";
import type { ImportProgress } from "@tracewater/contract/resource/imports";
import { escapeHtml } from "../http/escape-html.ts";
import type { Language } from "../localized-text.ts";

/**
 * What became of an import as clients of the family show it: their dialog draws the message as HTML, so what a file
 * says is written as text. Refused rows make the whole a failure to them, though the good ones are in.
 */
export function answerImport(progress: ImportProgress, language: Language): { code: number; msg: string } {
  const { state, added, updated, refused, faults, read } = progress;
  const text = (en: string, zh: string) => textIn({ en, zh }, language);
  if (state === "running") {
    const msg = text(
      `The import is still running; ${read} rows were read.`,
      `导入进行中，已读取 ${read} 行。`,
    );
    return { code: resultCode.success, msg };
  }
  const done = text(`${counted(added)} added, ${updated} updated.`, `新增 ${added} 行，更新 ${updated} 行。`);
  if (state === "failed" || state === "cancelled") {
    const why = state === "failed" ? progress.reason : text("The import was canceled.", "导入已取消。");
    return { code: resultCode.refused, msg: escapeHtml(`${why} ${done}`) };
  }
  if (refused === 0) {
    return { code: resultCode.success, msg: `${text("Import complete: ", "导入成功：")}${done}` };
  }
  const lines = faults.map(({ row, field, message }) =>
    text(`Row ${row}, ${field}: ${message}`, `第 ${row} 行，${field}：${message}`),
  );
  const more = new Set(faults.map(({ row }) => row)).size < refused ? ["…"] : [];
  const head = text(
    `${counted(refused)} rejected, ${done} The errors are:`,
    `有 ${refused} 行未导入，${done}错误如下：`,
  );
  return { code: resultCode.refused, msg: [head, ...lines, ...more].map(escapeHtml).join("<br/>") };
}

function counted(rows: number): string {
  return `${rows} ${rows === 1 ? "row" : "rows"}`;
}
