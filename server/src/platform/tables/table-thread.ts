/*
 * The program of the thread that reads uploaded tables: one file, then it ends. Rows leave it in small batches, and
 * only as fast as they are taken. It may use nothing but the bounds and the readers: the build makes it a file of its
 * own, which starts in a few milliseconds.
 */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { readTable } from "../csv/table-file.ts";
import { measureUnpacked } from "../xlsx/unpacked-size.ts";
import { readWorksheet } from "../xlsx/workbook-reader.ts";
import { createBudget, maxUnpackedBytes, type TableRow, UnreadableTable } from "./table-limits.ts";
import type { TableOrder, ThreadMessage } from "./table-reader.ts";

/** So much goes into one message: the main thread unpacks it in a millisecond or two. */
const batchCells = 2000;
const batchLength = 64 * 1024;
/** Messages that are under way before the thread waits for the first of them to be taken. */
const ahead = 2;

async function run(order: TableOrder): Promise<void> {
  // setpriority(2): on Linux each thread has a priority of its own; elsewhere it would be the whole process's.
  if (process.platform === "linux") setPriority(5);
  if (order.kind === "measure") {
    send({ kind: "measured", measured: await measureUnpacked(order.path, maxUnpackedBytes) });
    return;
  }
  if (order.kind === "sheet") {
    await sendRows(readWorksheet(order.path), order);
    return;
  }
  const { facts, rows } = await readTable(order.path);
  send({ kind: "facts", facts });
  await sendRows(rows, order);
}

async function sendRows(
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
  { budget }: Exclude<TableOrder, { kind: "measure" }>,
): Promise<void> {
  const count = createBudget(budget);
  let batch: TableRow[] = [];
  let weight = 0;
  for await (const row of rows) {
    count(row);
    batch.push(row);
    weight += weightOf(row);
    if (weight < 1) continue;
    await sendBatch(batch);
    batch = [];
    weight = 0;
  }
  await sendBatch(batch);
}

/** What part of a message a row fills. */
function weightOf({ cells }: TableRow): number {
  let length = 0;
  for (const cell of cells) length += typeof cell === "string" ? cell.length : 0;
  return cells.length / batchCells + length / batchLength;
}

let underWay = 0;
let wake = (): void => undefined;

async function sendBatch(rows: TableRow[]): Promise<void> {
  while (underWay >= ahead) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  underWay += 1;
  send({ kind: "rows", rows });
}

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", () => {
  underWay -= 1;
  wake();
});
try {
  await run(workerData);
  send({ kind: "end" });
} catch (error) {
  if (!(error instanceof UnreadableTable)) throw error;
  send({ kind: "unreadable", text: error.text });
}
parentPort?.close();
