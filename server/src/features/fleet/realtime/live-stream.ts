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
  const alarms = options.topics.includes("alarms");
  const batches = new Set<number>();
  for (const topic of options.topics) {
    const [kind, name = ""] = topic.split(":");
    if (kind === "device") devices.add(Number(name));
    else if (kind === "batch") batches.add(Number(name));
    else if (kind === "family") families.add(name);
  }
  const hearsUpgrades = options.topics.includes("firmware");
  let waiting: HistoryEntry[] = [];
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
    if (event.type === "batch") return batches.has(event.batchId);
    if (about.deviceId !== null && devices.has(about.deviceId)) return true;
    if (event.type === "upgrade") return hearsUpgrades;
    if (event.type === "alarm") return alarms;
    return families.has(about.typeKey) && (event.type === "values" || event.type === "connection");
  }

  function offer(entry: HistoryEntry): void {
    if (ended || !wants(entry)) return;
    if (entry.event.type === "values") gather(values, entry, entry.event);
    else waiting.push(entry);
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
    // One write for all of a beat: each is a system call.
    let out = "";
    for (const one of values.values()) {
      lastId = one.last.id;
      out += frame(null, "values", one.newest === null ? one.last.text() : JSON.stringify(toEvent(one)));
    }
    for (const one of waiting) out += frame(one.id, one.event.type, one.text());
    if (lastId !== null && waiting.length === 0) out += `id: ${lastId}\n\n`;
    socket.write(out);
    values = new Map();
    waiting = [];
  }

  function write(id: string | null, event: LiveEvent): void {
    socket.write(frame(id, event.type, JSON.stringify(event)));
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

function frame(id: string | null, type: string, data: string): string {
  return `${id === null ? "" : `id: ${id}\n`}event: ${type}\ndata: ${data}\n\n`;
}

type ValuesEvent = Extract<LiveEvent, { type: "values" }>;
/** What a device told within a beat: one event as it is, or the newest of each property of several. */
type Gathered = { last: HistoryEntry; first: ValuesEvent; newest: Map<string, LatestValue> | null };

function gather(into: Map<number, Gathered>, entry: HistoryEntry, event: ValuesEvent): void {
  const known = into.get(event.deviceId);
  if (known === undefined) {
    into.set(event.deviceId, { last: entry, first: event, newest: null });
    return;
  }
  known.last = entry;
  known.newest ??= takeNewest(new Map(), known.first.values);
  takeNewest(known.newest, event.values);
}

/** Of one report the newest value of each property: it may bring many of one. */
export function newestOf(values: readonly LatestValue[]): LatestValue[] {
  return [...takeNewest(new Map(), values).values()];
}

function takeNewest(into: Map<string, LatestValue>, values: readonly LatestValue[]) {
  for (const value of values) {
    const before = into.get(value.identifier);
    if (before === undefined || value.at >= before.at) into.set(value.identifier, value);
  }
  return into;
}

function toEvent({ first, newest }: Gathered): ValuesEvent {
  return { ...first, values: [...(newest?.values() ?? [])] };
}
