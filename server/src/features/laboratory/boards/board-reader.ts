import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { PictureFile } from "@tracewater/boards/decode/decode-picture";
import type { PictureErrorCode } from "@tracewater/boards/decode/picture-error";
import { maxBytes } from "@tracewater/boards/decode/picture-limits";
import { isPictureStart } from "@tracewater/boards/decode/picture-start";
import type { BoardMeasurement } from "@tracewater/boards/read/board-measurement";
import type { ReadingMethod } from "@tracewater/boards/read/reading-method";
import type { BoardRegion } from "@tracewater/contract/laboratory/board-readings";
import { type AppError, fieldError } from "../../../platform/app-error.ts";
import { isOutOfMemory } from "../../../platform/error-code.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import { createWorkSlots } from "../../../platform/work-slots.ts";

export type BoardOrder = { path: string; method: ReadingMethod; region: BoardRegion | null };
export type BoardThreadMessage =
  | { kind: "measured"; file: PictureFile; measurement: BoardMeasurement }
  | { kind: "refused"; code: PictureErrorCode };

export type BoardReader = ReturnType<typeof createBoardReader>;

/** A picture of 24 megapixels takes 72 MB as pixels, twice that while it is decoded; arrays are outside of the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
const maxMs = 30_000;

/** Measures pictures of boards in threads, two at a time. `program` is the built file of `board-thread.ts`. */
export function createBoardReader({ program }: { program: URL }) {
  const slots = createWorkSlots({
    ...{ atOnce: 2, maxWaiting: 20, maxWaitingOfOwner: 3, maxWaitMs: 20_000 },
    ...{ own: ownRuns, all: manyRun },
  });

  return {
    /** Errors at the field `file`: what is no picture, too large or damaged; `busy` where too many are read. */
    async measure(owner: string, order: BoardOrder): Promise<BoardThreadMessage & { kind: "measured" }> {
      // Before a thread is begun for it.
      const { size } = await stat(order.path);
      if (size === 0) throw pictureRefusal("empty");
      if (size > maxBytes) throw pictureRefusal("tooManyBytes");
      const message = await slots.run(owner, () => runThread(program, order));
      if (message.kind === "refused") throw pictureRefusal(message.code);
      return message;
    },
  };
}

function runThread(program: URL, order: BoardOrder): Promise<BoardThreadMessage> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, { workerData: order, resourceLimits, execArgv: [], env: {} });
    const timer = setTimeout(() => {
      resolve({ kind: "refused", code: "damaged" });
      void thread.terminate();
    }, maxMs);
    thread.on("message", resolve);
    thread.on("error", (error) => {
      if (isOutOfMemory(error)) resolve({ kind: "refused", code: "tooManyPixels" });
      else reject(error);
    });
    thread.on("exit", () => {
      clearTimeout(timer);
      reject(new Error("the thread that read a picture of a board ended without a result"));
    });
  });
}

/** Errors at the field `file`: the first bytes of an upload that are not those of a picture. */
export function checkPictureStart(start: Uint8Array): void {
  if (!isPictureStart(start)) throw pictureRefusal("notAPicture");
}

function pictureRefusal(code: PictureErrorCode): AppError {
  return fieldError("file", refusals[code]);
}

const refusals: Record<PictureErrorCode, LocalizedText> = {
  empty: { en: "is empty", zh: "文件为空" },
  notAPicture: { en: "is neither PNG nor JPEG", zh: "不是 PNG 或 JPEG 图片" },
  tooManyBytes: { en: "is larger than 20 MB", zh: "超过 20 MB" },
  tooManyPixels: {
    en: "has more than 24 megapixels or a side above 12,000 pixels",
    zh: "超过 2400 万像素，或边长超过 12000 像素",
  },
  cmyk: { en: "is in CMYK colours; save it as RGB", zh: "为 CMYK 色彩，请另存为 RGB" },
  animated: { en: "is animated; upload a single picture", zh: "为动画图片，请上传单幅图片" },
  truncated: { en: "ends too early; upload it again", zh: "不完整，请重新上传" },
  damaged: { en: "is damaged", zh: "已损坏" },
  unsupported: { en: "is of a kind of JPEG or PNG that is not supported", zh: "该 JPEG/PNG 格式不受支持" },
};

const ownRuns: LocalizedText = {
  en: "Pictures of yours are still being read. Try again in a few seconds.",
  zh: "您的图片仍在判读中，请稍后重试。",
};
const manyRun: LocalizedText = {
  en: "Too many pictures are being read at the moment. Try again in a few seconds.",
  zh: "当前正在判读的图片过多，请稍后重试。",
};
