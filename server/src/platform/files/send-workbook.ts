import { maxExportRows } from "@tracewater/contract/resource/imports";
import type { FastifyReply } from "fastify";
import { AppError } from "../app-error.ts";
import { type Cell, openWorkbook } from "../xlsx/workbook-writer.ts";
import type { ExportFiles } from "./export-files.ts";
import { sendXlsx } from "./send-file.ts";

/**
 * Answers with rows as an xlsx. It is written whole before its first byte is sent: whatever goes wrong is still
 * answered in JSON, and a slow reader holds no connection to the database.
 */
export async function sendWorkbook(
  files: ExportFiles,
  sheet: {
    ownerId: number;
    /** Letters alone: the beginning of the file's name on the server. */
    subject: string;
    name: string;
    columns: readonly { head: string; width: number }[];
    rows: AsyncIterable<readonly Cell[]>;
    reply: FastifyReply;
  },
): Promise<void> {
  const file = await files.plan(sheet.ownerId, sheet.subject);
  try {
    const writer = await openWorkbook(file.path, sheet.columns);
    for await (const cells of sheet.rows) await writer.add(cells);
    await writer.close();
  } catch (error) {
    await files.discard(file.path);
    throw error;
  }
  const opened = await files.open(sheet.ownerId, file.name, true);
  if (opened === null) throw new Error("a file created a moment ago is missing");
  await sendXlsx(sheet.reply, opened, sheet.name);
}

/** The rows of an export, refused as a whole where there are more than one file may hold. */
export async function* limited<T>(rows: AsyncIterable<T>, max = maxExportRows): AsyncGenerator<T> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > max) throw tooManyRows(max);
    yield row;
  }
}

export function tooManyRows(max = maxExportRows): AppError {
  return new AppError("refused", {
    en: `The export exceeds ${max} rows. Narrow the search.`,
    zh: `数据超过 ${max} 行，请先缩小查询范围。`,
  });
}
