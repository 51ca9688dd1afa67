import type { ServerResponse } from "node:http";
import type { LatestValue } from "@tracewater/contract/fleet/devices";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import { isInScope, type Scope } from "../../../platform/scope.ts";
import type { HistoryEntry } from "./event-history.ts";

export type LiveStream = {
  offer(entry: HistoryEntry): void;
  /** Looks again at what the listener may see, and tells him that it changed. */
  reviewAccess(): Promise<void>;
  /** Tells him that there may be a notice for him. */
  tellNotice(): void;
  /** Tells him that his session is over, and ends. */
  endSession(): void;
  end(): void;
};

const flushEveryMs = 200;
const beatEveryMs = 15_000;
const mostUnread = 1024 * 1024;

/**
 * One open stream. Values are gathered for a fifth of a second and of each property only the newest is told, so
 * that a busy fleet costs a browser five messages a second; everything else goes out with the same beat, in order.
 */
export function createLiveStream(options: {
  socket: ServerResponse;
  headers: Record<string, unknown>;
  topics: readonly string[];
  scope: Scope;
  missed: readonly HistoryEntry[] | null;
  now: () => number;
  /** When the listener's access changed last. */
  accessAt: number;
  /** The scope as it is now; null where the session is over, a word where its unit has no authorization any more. */
  currentScope: () => Promise<Scope | "unauthorized" | null>;
}): LiveStream {
  const { socket } = options;
  let { scope } = options;
  const devices = new Set<number>();
  const families = new Set<string>();
  for (const topic of options.topics) {
    const [kind, name = ""] = topic.split(":");
    if (kind === "device") devices.add(Number(name));
    else families.add(name);
  }
  let waiting: { id: string; event: LiveEvent }[] = [];
  let values = new Map<number, Gathered>();
  let flushTimer: NodeJS.Timeout | null = null;
  let ended = false;

  for (const [name, value] of Object.entries(options.headers)) {
    if (typeof value === "string") socket.setHeader(name, value);
  }
  socket.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
  write(null, {
    type: "hello",
    resumed: options.missed !== null,
    serverTime: options.now(),
    accessAt: options.accessAt,
  });
  const beat = setInterval(() => {
    socket.write(": beat\n\n");
    lookAgain().catch(() => undefined); // the store is away; the next beat looks again
  }, beatEveryMs);

  async function lookAgain(): Promise<void> {
    const current = await options.currentScope();
    if (current === null) endSession();
    // The session stays: whoever enters a code goes on with it.
    else if (current === "unauthorized") end();
    else scope = current;
  }

  function endSession(): void {
    if (!ended) write(null, { type: "sessionEnded" });
    end();
  }

  function wants({ about, event }: HistoryEntry): boolean {
    if (!isInScope(scope, about.unitId)) return false;
    if (devices.has(about.deviceId)) return true;
    return families.has(about.typeKey) && (event.type === "values" || event.type === "connection");
  }

  function offer(entry: HistoryEntry): void {
    if (ended || !wants(entry)) return;
    if (entry.event.type === "values") gather(values, entry.id, entry.event);
    else waiting.push({ id: entry.id, event: entry.event });
    flushTimer ??= setTimeout(flush, flushEveryMs);
  }

  function flush(): void {
    flushTimer = null;
    // A browser that does not read is let go: it comes back and fetches what it missed.
    if (socket.writableLength > mostUnread) {
      end();
      return;
    }
    let lastId: string | null = null;
    for (const one of values.values()) {
      lastId = one.id;
      write(null, {
        type: "values",
        deviceId: one.deviceId,
        typeKey: one.typeKey,
        values: [...one.newest.values()],
      });
    }
    for (const one of waiting) write(one.id, one.event);
    if (lastId !== null && waiting.length === 0) socket.write(`id: ${lastId}\n\n`);
    values = new Map();
    waiting = [];
  }

  function write(id: string | null, event: LiveEvent): void {
    socket.write(
      `${id === null ? "" : `id: ${id}\n`}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
  }

  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(beat);
    if (flushTimer !== null) clearTimeout(flushTimer);
    socket.end();
  }

  for (const entry of options.missed ?? []) offer(entry);
  return {
    offer,
    endSession,
    end,
    tellNotice() {
      if (!ended) write(null, { type: "notice" });
    },
    async reviewAccess() {
      await lookAgain();
      if (!ended) write(null, { type: "access" });
    },
  };
}

type ValuesEvent = Extract<LiveEvent, { type: "values" }>;
type Gathered = {
  id: string;
  deviceId: number;
  typeKey: ValuesEvent["typeKey"];
  newest: Map<string, LatestValue>;
};

function gather(into: Map<number, Gathered>, id: string, event: ValuesEvent): void {
  const known = into.get(event.deviceId);
  const gathered = known ?? { id, deviceId: event.deviceId, typeKey: event.typeKey, newest: new Map() };
  gathered.id = id;
  for (const value of event.values) {
    const before = gathered.newest.get(value.identifier);
    if (before === undefined || value.at >= before.at) gathered.newest.set(value.identifier, value);
  }
  if (known === undefined) into.set(event.deviceId, gathered);
}
