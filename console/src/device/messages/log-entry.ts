import type { ReplyOf } from "@tracewater/contract/call";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import type { listEvents, listMessages } from "@tracewater/contract/fleet/telemetry";

/** A line of the live log, whether it was fetched or came by the stream. */
export type LogEntry = {
  key: string;
  at: number;
  direction: "up" | "down";
  kind: "property" | "event" | "service" | "reply" | "ntp" | "other";
  topic: string;
  payload: unknown;
};

export const logKinds = ["property", "event", "service", "reply", "ntp", "other"] as const;

/** How many lines are kept on the page. */
export const logCap = 500;

type MessageRow = ReplyOf<typeof listMessages>["rows"][number];
type EventRow = ReplyOf<typeof listEvents>["rows"][number];

export function entryOfMessage(row: MessageRow): LogEntry {
  const { at, direction, kind, topic, payload } = row;
  return { key: keyOf({ at, direction, topic, payload }), at, direction, kind, topic, payload };
}

/** A stored event, as if its message had just come. */
export function entryOfEvent(row: EventRow): LogEntry {
  const topic = `thing/event/${row.identifier}/post`;
  const payload = { params: { value: row.params, time: row.at } };
  return { key: `event-${row.id}`, at: row.at, direction: "up", kind: "event", topic, payload };
}

export function entryOfLive(event: Extract<LiveEvent, { type: "message" }>): LogEntry {
  const { at, direction, kind, topic, payload } = event;
  return { key: keyOf(event), at, direction, kind, topic, payload };
}

/** Live lines before fetched ones, newest first, each message once, at most `logCap`. */
export function mergeEntries(live: readonly LogEntry[], fetched: readonly LogEntry[]): LogEntry[] {
  const byKey = new Map<string, LogEntry>();
  for (const entry of [...live, ...fetched]) if (!byKey.has(entry.key)) byKey.set(entry.key, entry);
  return [...byKey.values()].sort((a, b) => b.at - a.at).slice(0, logCap);
}

/** Lines that hold every word of the filter, in their summary, topic or payload. */
export function matchesFilter(entry: LogEntry, summary: string, filter: string): boolean {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return true;
  const text = `${summary} ${entry.topic} ${JSON.stringify(entry.payload)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

// A message has no number on the stream: time, topic and the message's own id are what both ways share.
function keyOf(message: { at: number; direction: string; topic: string; payload: unknown }): string {
  return `${message.at}/${message.direction}/${message.topic}/${alinkId(message.payload)}`;
}

function alinkId(payload: unknown): string {
  const id = typeof payload === "object" && payload !== null ? Reflect.get(payload, "id") : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}
