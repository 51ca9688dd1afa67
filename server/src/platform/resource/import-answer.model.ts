import { resultCode } from "@tracewater/contract/envelope";
import type { ImportProgress } from "@tracewater/contract/resource/imports";
import type { Language } from "../localized-text.ts";

/**
 * What became of an import as clients of the family show it: their dialog draws the message as HTML, so what a file
 * says is written as text. Refused rows make the whole a failure to them, though the good ones are in.
 */
export function answerImport(progress: ImportProgress, language: Language): { code: number; msg: string } {
  const { state, added, updated, refused, faults, read } = progress;
  const isZh = language === "zh";
  if (state === "running") {
    const msg = isZh
      ? `导入进行中，已读取 ${read} 行。`
      : `The import is still running; ${read} rows were read.`;
    return { code: resultCode.success, msg };
  }
  const done = isZh
    ? `新增 ${added} 行，更新 ${updated} 行。`
    : `${counted(added)} added, ${updated} updated.`;
  if (state === "failed" || state === "cancelled") {
    const why = state === "failed" ? progress.reason : isZh ? "导入已取消。" : "The import was canceled.";
    return { code: resultCode.refused, msg: asHtml(`${why} ${done}`) };
  }
  if (refused === 0) {
    return { code: resultCode.success, msg: `${isZh ? "导入成功：" : "Import complete: "}${done}` };
  }
  const lines = faults.map(({ row, field, message }) =>
    isZh ? `第 ${row} 行，${field}：${message}` : `Row ${row}, ${field}: ${message}`,
  );
  const more = new Set(faults.map(({ row }) => row)).size < refused ? ["…"] : [];
  const head = isZh
    ? `有 ${refused} 行未导入，${done}错误如下：`
    : `${counted(refused)} rejected, ${done} The errors are:`;
  return { code: resultCode.refused, msg: [head, ...lines, ...more].map(asHtml).join("<br/>") };
}

function counted(rows: number): string {
  return `${rows} ${rows === 1 ? "row" : "rows"}`;
}

function asHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
