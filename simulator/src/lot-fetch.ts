import type { TopicOwner } from "@tracewater/alink/topics";
import { z } from "zod";
import { system } from "./device-topics.ts";

/** Asks the platform for the signed file of all board lots. */
export type LotFetch = {
  /** Null where the platform has no lots, or does not know the topic. */
  ask(onFile: (file: LotFileReply | null) => void): void;
  /** Whether the message was an answer to it. */
  onMessage(topic: string, payload: Buffer): boolean;
};
export type LotFileReply = { file: string; version: number };

const reply = z.object({
  id: z.string(),
  data: z.object({ file: z.string(), version: z.number() }),
});

export function createLotFetch(
  identity: TopicOwner,
  send: (id: string, topic: string, payload: string) => void,
): LotFetch {
  const topic = `${system(identity)}thing/boardLots/get`;
  const waiting = new Map<string, (file: LotFileReply | null) => void>();
  let nextId = 1;
  return {
    ask(onFile) {
      const id = `lots-${nextId++}`;
      waiting.set(id, onFile);
      const message = { id, version: "1.0", sys: { ack: 1 }, params: {}, method: "thing.boardLots.get" };
      send(id, topic, JSON.stringify(message));
    },
    onMessage(from, payload) {
      if (from !== `${topic}_reply`) return false;
      const read = reply.safeParse(parse(payload));
      const id = read.success ? read.data.id : idOf(payload);
      waiting.get(id)?.(read.success ? read.data.data : null);
      waiting.delete(id);
      return true;
    },
  };
}

function idOf(payload: Buffer): string {
  const read = z.object({ id: z.string() }).safeParse(parse(payload));
  return read.success ? read.data.id : "";
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString("utf8"));
  } catch {
    return undefined;
  }
}
