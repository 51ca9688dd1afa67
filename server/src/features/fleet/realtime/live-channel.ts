import type { LatestValue } from "@tracewater/contract/fleet/devices";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import { isInScope } from "../../../platform/scope.ts";
import type { HistoryEntry, KeptEvent } from "./event-history.ts";
import { type LiveAccess, mayOpen } from "./live-access.ts";

/** What a listener asked for, and what of it they may see. */
export type Subscription = { topics: readonly string[]; access: LiveAccess };

/** Listeners of the same hearing are reported the same: what comes is gathered and written out once for all of them. */
export type LiveChannels = {
  offer(entry: HistoryEntry): void;
  /** From now on each beat is reported; the answer ends that, after what is still gathered. */
  join(subscription: Subscription, send: (flush: Buffer) => void): () => void;
};

/** Where little happens it is reported almost at once; a busy fleet costs a browser five messages a second. */
const flushMs = { quiet: 50, busy: 200 };
const busyPerSecond = 100;

export function createLiveChannels(): LiveChannels {
  const channels = new Map<string, ReturnType<typeof createChannel>>();
  return {
    offer(entry) {
      for (const channel of channels.values()) channel.offer(entry);
    },
    join({ topics, access }, send) {
      const key = JSON.stringify([[...topics].sort(), access]);
      const channel = channels.get(key) ?? createChannel({ topics, access });
      channels.set(key, channel);
      // Who comes has heard of what is gathered, or is not to hear of it.
      channel.flushNow();
      channel.listeners.add(send);
      return () => {
        if (!channel.listeners.has(send)) return;
        channel.flushNow();
        channel.listeners.delete(send);
        if (channel.listeners.size === 0) channels.delete(key);
      };
    },
  };
}

function createChannel(subscription: Subscription) {
  const matches = createFilter(subscription);
  const listeners = new Set<(flush: Buffer) => void>();
  let flush = createFlush();
  let offered = 0;
  let waitMs = flushMs.quiet;
  let timer: NodeJS.Timeout | null = null;

  function flushNow(): void {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    waitMs = offered * 1000 > busyPerSecond * waitMs ? flushMs.busy : flushMs.quiet;
    offered = 0;
    const bytes = Buffer.from(flush.text());
    flush = createFlush();
    for (const send of listeners) send(bytes);
  }

  return {
    listeners,
    flushNow,
    offer(entry: HistoryEntry): void {
      if (!matches(entry)) return;
      flush.add(entry);
      offered += 1;
      timer ??= setTimeout(flushNow, waitMs);
    },
  };
}

/** The same for what a listener missed, in one piece; empty where nothing of it is for them. */
export function writeMissed(subscription: Subscription, missed: Iterable<HistoryEntry>): string {
  const flush = createFlush();
  const matches = createFilter(subscription);
  for (const entry of missed) if (matches(entry)) flush.add(entry);
  return flush.text();
}

function createFilter({ topics, access }: Subscription): (entry: HistoryEntry) => boolean {
  const devices = new Set<number>();
  const families = new Set<string>();
  const batches = new Set<number>();
  for (const topic of topics) {
    const [kind, name = ""] = topic.split(":");
    if (kind === "device") devices.add(Number(name));
    else if (kind === "batch") batches.add(Number(name));
    else if (kind === "family") families.add(name);
  }
  const hasAlarms = topics.includes("alarms");
  const hasUpgrades = topics.includes("firmware");
  return ({ about, type, event }) => {
    if (!isInScope(access.scope, about.unitId)) return false;
    if (type === "batch") return batches.has(batchOf(event())) && mayOpen(access, about);
    const isOfDevice = about.deviceId !== null && devices.has(about.deviceId) && mayOpen(access, about);
    if (type === "alarm") return access.alarms && (hasAlarms || isOfDevice);
    if (isOfDevice) return true;
    if (type === "upgrade") return hasUpgrades && access.firmware;
    const { typeKey } = about;
    const isListed = typeKey !== null && families.has(typeKey) && access.listed.includes(typeKey);
    return isListed && (type === "values" || type === "connection");
  };
}

function batchOf(event: KeptEvent): number {
  return event.type === "batch" ? event.batchId : 0;
}

/** Of each property only the newest value is reported; everything else goes out with the same beat, in order. */
function createFlush() {
  const values = new Map<number, Gathered>();
  const others: HistoryEntry[] = [];
  return {
    add(entry: HistoryEntry): void {
      const event = entry.type === "values" ? entry.event() : null;
      if (event?.type === "values") gather(values, entry, event);
      else others.push(entry);
    },
    text(): string {
      let lastId: string | null = null;
      let out = "";
      for (const one of values.values()) {
        lastId = one.last.id;
        out += frame(null, "values", one.newest === null ? one.last.text() : JSON.stringify(toEvent(one)));
      }
      for (const one of others) out += frame(one.id, one.type, one.text());
      return lastId !== null && others.length === 0 ? `${out}id: ${lastId}\n\n` : out;
    },
  };
}

export function frame(id: string | null, type: string, data: string): string {
  return `${id === null ? "" : `id: ${id}\n`}event: ${type}\ndata: ${data}\n\n`;
}

type ValuesEvent = Extract<LiveEvent, { type: "values" }>;
/** What a device reported within a beat: one event as it is, or the newest of each property of several. */
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
