import type { ServerResponse } from "node:http";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import type { Scope } from "../../../platform/scope.ts";
import type { HistoryEntry } from "./event-history.ts";
import { frame, type LiveChannels, writeMissed } from "./live-channel.ts";

export type LiveStream = {
  /** Looks again at what the listener may see, and tells him that it changed. */
  reviewAccess(): Promise<void>;
  /** Tells him that there may be a notice for him. */
  tellNotice(): void;
  /** Tells him that his session is over, and ends. */
  endSession(): void;
  end(): void;
};

const beatEveryMs = 15_000;
const mostUnread = 1024 * 1024;

/** One open stream: who listens, and how he is reached. What he is told comes from the channel of his hearing. */
export function createLiveStream(options: {
  socket: ServerResponse;
  headers: Record<string, unknown>;
  channels: LiveChannels;
  topics: readonly string[];
  scope: Scope;
  missed: readonly HistoryEntry[] | null;
  now: () => number;
  /** When the listener's access changed last. */
  accessAt: number;
  /** The scope as it is now; null where the session is over, a word where its unit has no authorization any more. */
  currentScope: () => Promise<Scope | "unauthorized" | null>;
}): LiveStream {
  const { socket, channels, topics } = options;
  let { scope } = options;
  let ended = false;

  for (const [name, value] of Object.entries(options.headers)) {
    if (typeof value === "string") socket.setHeader(name, value);
  }
  socket.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
  write({
    type: "hello",
    resumed: options.missed !== null,
    serverTime: options.now(),
    accessAt: options.accessAt,
  });
  const missed = writeMissed({ topics, scope }, options.missed ?? []);
  if (missed !== "") socket.write(missed);
  let leave = channels.join({ topics, scope }, take);
  const beat = setInterval(() => {
    socket.write(": beat\n\n");
    lookAgain().catch(() => undefined); // the store is away; the next beat looks again
  }, beatEveryMs);

  function take(bytes: Buffer): void {
    // A browser that does not read is let go: it comes back and fetches what it missed.
    if (socket.writableLength > mostUnread) end();
    else if (!ended) socket.write(bytes);
  }

  async function lookAgain(): Promise<void> {
    const current = await options.currentScope();
    if (ended) return;
    if (current === null) endSession();
    // The session stays: whoever enters a code goes on with it.
    else if (current === "unauthorized") end();
    else if (JSON.stringify(current) !== JSON.stringify(scope)) {
      leave();
      scope = current;
      leave = channels.join({ topics, scope }, take);
    }
  }

  function endSession(): void {
    if (!ended) write({ type: "sessionEnded" });
    end();
  }

  function write(event: LiveEvent): void {
    socket.write(frame(null, event.type, JSON.stringify(event)));
  }

  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(beat);
    leave();
    socket.end();
  }

  return {
    endSession,
    end,
    tellNotice() {
      if (!ended) write({ type: "notice" });
    },
    async reviewAccess() {
      await lookAgain();
      if (!ended) write({ type: "access" });
    },
  };
}
