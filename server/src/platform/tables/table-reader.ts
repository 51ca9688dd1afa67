/*
 * Reads uploaded tables in threads of their own, each with a bounded heap: whatever a file makes of itself, the main
 * thread goes on answering. A user has one file read at a time; few are read at once, the others wait in line.
 */
import { Worker } from "node:worker_threads";
import { AppError, fieldError } from "../app-error.ts";
import type { TableFormat } from "../csv/table-file.ts";
import { isOutOfMemory } from "../error-code.ts";
import type { LocalizedText } from "../localized-text.ts";
import { createWorkSlots } from "../work-slots.ts";
import type { Measured } from "../xlsx/unpacked-size.ts";
import { passingRows, type TableBudget, type TableRow, wholeTable } from "./table-limits.ts";

export type TableOrder =
  | { kind: "measure"; path: string }
  | { kind: "sheet" | "table"; path: string; budget: TableBudget };

export type ThreadMessage =
  | { kind: "measured"; measured: Measured }
  | { kind: "facts"; facts: TableFormat }
  | { kind: "rows"; rows: TableRow[] }
  | { kind: "unreadable"; text: LocalizedText | null }
  | { kind: "end" };

/** The rows by their lines, the first being 1; empty ones are left out. */
export type TableFile = TableFormat & { rows: TableRow[] };

export type TableReader = ReturnType<typeof createTableReader>;

/** The most that a file may take of the heap; the bounds of `table-limits.ts` keep below it. */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** `program` is the built file of `table-thread.ts`. */
export function createTableReader({ program }: { program: URL }) {
  const slots = createWorkSlots({
    ...{ atOnce: 3, maxWaiting: 20, maxWaitingOfOwner: 2, maxWaitMs: 20_000 },
    ...{ own: ownRuns, all: manyRun },
  });

  /** Ends early, without an error, once it is aborted. */
  async function* messages(order: TableOrder, signal?: AbortSignal): AsyncGenerator<ThreadMessage> {
    if (signal?.aborted) return;
    const traceability = new Worker(program, { workerData: order, resourceLimits, execArgv: [], env: {} });
    const waiting: ThreadMessage[] = [];
    let failed: unknown = null;
    let hasEnded = false;
    let wake = (): void => undefined;
    const changed = () => wake();
    traceability.on("message", (message: ThreadMessage) => {
      waiting.push(message);
      changed();
    });
    traceability.on("error", (error) => {
      failed = error;
      changed();
    });
    traceability.on("exit", () => {
      hasEnded = true;
      changed();
    });
    signal?.addEventListener("abort", changed, { once: true });
    try {
      while (!signal?.aborted) {
        const message = waiting.shift();
        if (message !== undefined) {
          if (message.kind === "unreadable") throw toFailure(message.text);
          if (message.kind === "end") return;
          yield message;
          if (message.kind === "rows") traceability.postMessage("taken");
        } else if (failed !== null) throw isOutOfMemory(failed) ? toFailure(tooMuchMemory) : failed;
        else if (hasEnded) throw new Error("the thread that read a table ended without a word");
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      signal?.removeEventListener("abort", changed);
      await traceability.terminate();
    }
  }

  return {
    /** One place for each user; anyone who holds one may read. */
    slots,

    /** Whether an upload is a workbook, and unpacks to what one may. */
    async measure(path: string): Promise<Measured> {
      for await (const message of messages({ kind: "measure", path })) {
        if (message.kind === "measured") return message.measured;
      }
      throw new Error("the thread that measures a workbook did not say what it found");
    },

    /** The rows of a workbook's first sheet as they are taken; they end early where the signal is aborted. */
    async *rows(path: string, signal: AbortSignal): AsyncGenerator<TableRow> {
      for await (const message of messages({ kind: "sheet", path, budget: passingRows }, signal)) {
        if (message.kind === "rows") yield* message.rows;
      }
    },

    /** A whole xlsx or delimited text; one with more rows is refused. */
    async read(path: string, maxRows: number, signal: AbortSignal): Promise<TableFile> {
      const budget = { ...wholeTable, rows: maxRows };
      const rows: TableRow[] = [];
      let facts: TableFormat | null = null;
      for await (const message of messages({ kind: "table", path, budget }, signal)) {
        if (message.kind === "facts") facts = message.facts;
        if (message.kind === "rows") for (const row of message.rows) rows.push(row);
      }
      if (signal.aborted) throw new AppError("refused", gaveUp);
      if (facts === null || rows.length === 0) throw fieldError("file", { en: "is empty", zh: "文件为空" });
      return { ...facts, rows };
    },
  };
}

/** Without words the file is damaged. */
function toFailure(text: LocalizedText | null): AppError {
  return text === null ? damagedWorkbook() : fieldError("file", text);
}

function damagedWorkbook(): AppError {
  const text = {
    en: "The file is damaged or is not a workbook. Rows imported so far are kept.",
    zh: "文件已损坏或不是有效的工作簿。之前已保存的数据保留。",
  };
  return new AppError("badInput", text, [{ field: "file", text }]);
}

const tooMuchMemory: LocalizedText = {
  en: "needs more memory to read than a file may use; split it, or copy the table alone into a new workbook",
  zh: "读取所需内存超过限制，请拆分文件，或仅将表格复制到新的工作簿",
};

const gaveUp: LocalizedText = { en: "The request was cancelled.", zh: "请求已取消。" };

const ownRuns: LocalizedText = {
  en: "A file of yours is still being read. Wait until it is done or cancel it, then try again.",
  zh: "您上传的文件仍在读取中，请等待其完成或取消后重试。",
};

const manyRun: LocalizedText = {
  en: "Too many files are being read at the moment. Try again in a few seconds.",
  zh: "当前正在读取的文件过多，请稍后重试。",
};
