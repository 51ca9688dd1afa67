import { mostExportRows } from "@tracewater/contract/resource/imports";
import type { FastifyReply } from "fastify";
import { Failure } from "../failure.ts";
import { type Cell, openSheet } from "../xlsx/sheet-writer.ts";
import type { MadeFiles } from "./made-files.ts";
import { sendXlsx } from "./send-file.ts";

/**
 * Answers with rows as an xlsx. It is written whole before its first byte is sent: whatever goes wrong is still
 * answered in JSON, and a slow reader holds no connection to the store.
 */
export async function sendSheet(
  files: MadeFiles,
  sheet: {
    ownerId: number;
    /** Letters alone: the beginning of the file's name on the server. */
    thing: string;
    name: string;
    columns: readonly { head: string; width: number }[];
    rows: AsyncIterable<readonly Cell[]>;
    reply: FastifyReply;
  },
): Promise<void> {
  const file = await files.plan(sheet.ownerId, sheet.thing);
  try {
    const writer = await openSheet(file.path, sheet.columns);
    for await (const cells of sheet.rows) await writer.add(cells);
    await writer.close();
  } catch (error) {
    await files.discard(file.path);
    throw error;
  }
  const opened = await files.open(sheet.ownerId, file.name, true);
  if (opened === null) throw new Error("a file that was made a moment ago is gone");
  await sendXlsx(sheet.reply, opened, sheet.name);
}

/** The rows of an export, refused as a whole where there are more than one file may hold. */
export async function* atMost<T>(rows: AsyncIterable<T>, most = mostExportRows): AsyncGenerator<T> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > most) throw tooManyRows(most);
    yield row;
  }
}

export function tooManyRows(most = mostExportRows): Failure {
  return new Failure("refused", {
    en: `These are more than ${most} rows; narrow the search first.`,
    zh: `数据超过 ${most} 行，请先缩小查询范围。`,
  });
}
