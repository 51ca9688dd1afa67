import type { ServerResponse } from "node:http";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import type { HistoryEntry } from "./event-history.ts";
import type { LiveAccess } from "./live-access.ts";
import { frame, type LiveChannels, writeMissed } from "./live-channel.ts";

export type LiveStream = {
  /** Looks again at what the listener may see, and notifies them that it changed. */
  reviewAccess(): Promise<void>;
  /** Notify them that there may be a notice for them. */
  sendNotice(): void;
  /** Notify them that their session is over, and ends. */
  endSession(): void;
  end(): void;
};

const heartbeatEveryMs = 15_000;
const maxUnread = 1024 * 1024;

/**
 * One open stream: who listens, and how they are reached. What they are notified comes from the channel of their
 * hearing.
 */
export function createLiveStream(options: {
  socket: ServerResponse;
  headers: Record<string, unknown>;
  channels: LiveChannels;
  topics: readonly string[];
  access: LiveAccess;
  missed: Iterable<HistoryEntry> | null;
  /** The id of the newest event: a listener who has received none yet resumes from it. */
  lastId: () => string;
  now: () => number;
  /** When the listener's access changed last. */
  accessAt: number;
  /** The access as it is now; null where the session is over, a word where its unit has no valid license. */
  currentAccess: () => Promise<LiveAccess | "licenseExpired" | null>;
}): LiveStream {
  const { socket, channels, topics } = options;
  let { access } = options;
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
  const missed = writeMissed({ topics, access }, options.missed ?? []);
  if (missed !== "") socket.write(missed);
  let leave = channels.join({ topics, access }, take);
  // Behind the missed events, whose ids are lower. A listener who opens another stream before the first event of this one
  // resumes from here and does not have to fetch everything again.
  socket.write(`id: ${options.lastId()}\n\n`);
  const heartbeat = setInterval(() => {
    socket.write(": beat\n\n");
    lookAgain().catch(() => undefined); // the database is unavailable; the next beat looks again
  }, heartbeatEveryMs);

  function take(bytes: Buffer): void {
    // A browser that does not read is let go: it comes back and fetches what it missed.
    if (socket.writableLength > maxUnread) end();
    else if (!ended) socket.write(bytes);
  }

  async function lookAgain(): Promise<void> {
    const current = await options.currentAccess();
    if (ended) return;
    if (current === null) endSession();
    // The session stays: anyone who enters a code goes on with it.
    else if (current === "licenseExpired") end();
    else if (JSON.stringify(current) !== JSON.stringify(access)) {
      leave();
      access = current;
      leave = channels.join({ topics, access }, take);
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
    clearInterval(heartbeat);
    leave();
    socket.end();
  }

  return {
    endSession,
    end,
    sendNotice() {
      if (!ended) write({ type: "notice" });
    },
    async reviewAccess() {
      await lookAgain();
      if (!ended) write({ type: "access" });
    },
  };
}
