import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Caller } from "../caller.ts";
import { createWorkSlots } from "../work-slots.ts";

/** Limits what walks a whole chain: of each user one check and one export at a time, two exports overall. */
export function createChainSlots() {
  const checks = createWorkSlots({
    // All of them share one walk, see `createChainKeeper`.
    ...{ atOnce: 50, maxWaiting: 0, maxWaitingOfOwner: 0, maxWaitMs: 0 },
    own: {
      en: "Your check of this chain is still running. Wait until it is done, then try again.",
      zh: "您发起的链校验仍在进行，请等待其完成后重试。",
    },
    all: {
      en: "Too many checks of this chain are running at the moment. Try again in a few seconds.",
      zh: "当前链校验任务过多，请稍后重试。",
    },
  });
  const exports = createWorkSlots({
    ...{ atOnce: 2, maxWaiting: 0, maxWaitingOfOwner: 0, maxWaitMs: 0 },
    own: {
      en: "Your export of this chain is still running. Wait until it is done, then try again.",
      zh: "您的链导出任务仍在进行，请等待其完成后重试。",
    },
    all: {
      en: "Too many exports of this chain are running at the moment. Try again in a few seconds.",
      zh: "当前链导出任务过多，请稍后重试。",
    },
  });
  return {
    check: <T>(caller: Caller, work: () => Promise<T>) => checks.run(String(caller.userId), work),

    /** Answers with the lines of a chain as its reader takes them; it holds its place until the connection is done. */
    send(caller: Caller, reply: FastifyReply, file: { name: string; lines: AsyncIterable<string> }): void {
      const place = exports.reserve(String(caller.userId));
      reply.raw.once("close", place.release);
      reply
        .type("application/x-ndjson")
        .header("content-disposition", `attachment; filename="${file.name}"`)
        .header("download-filename", file.name);
      reply.send(Readable.from(file.lines));
    },
  };
}
