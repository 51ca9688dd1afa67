/*
 * The program of the thread that reads a picture of a board: one picture, then it ends. A picture of 24 megapixels
 * takes seconds and hundreds of megabytes, which are never those of the main thread.
 */
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { decodePicture } from "@tracewater/boards/decode/decode-picture";
import { PictureError } from "@tracewater/boards/decode/picture-error";
import { measureBoard } from "@tracewater/boards/read/measure-board";
import type { BoardOrder, BoardThreadMessage } from "./board-reader.ts";

async function run({ path, method, region }: BoardOrder): Promise<BoardThreadMessage> {
  // setpriority(2): on Linux each thread has a priority of its own; elsewhere it would be the whole process's.
  if (process.platform === "linux") setPriority(5);
  try {
    const { file, picture } = await decodePicture(new Uint8Array(readFileSync(path)));
    return {
      kind: "measured",
      file,
      measurement: measureBoard({ picture, method, region: region ?? undefined }),
    };
  } catch (error) {
    if (error instanceof PictureError) return { kind: "refused", code: error.code };
    throw error;
  }
}

parentPort?.postMessage(await run(workerData));
parentPort?.close();
