import type { About } from "./fleet-events.ts";

/** One value on its way into the database. Times are microseconds since 1970. */
export type ValueRow = {
  metric: number;
  identifier: string;
  flags: number;
  atMicros: number;
  number: number | null;
  /** JSON text of a value that is no number. */
  json: string | null;
};

export type EventRow = {
  identifier: string;
  kind: string;
  atMicros: number;
  params: Record<string, unknown>;
};

export type MessageKind = "property" | "event" | "service" | "reply" | "ntp" | "other";

/** A line of the message log. */
export type MessageRow = {
  direction: "up" | "down";
  kind: MessageKind;
  code: number | null;
  packetId: number | null;
  topic: string;
  /** As it came, known to be JSON that the database can keep. */
  payload: Buffer | string;
};

/** Everything that one message leaves in the database, written in one transaction or not at all. */
export type StoredUplink = {
  about: About;
  receivedMicros: number;
  values: ValueRow[];
  events: EventRow[];
  message: MessageRow | null;
  /** A QoS 1 resend of bare values: counts only if the first sending is not in the log. */
  isResend: boolean;
};

/** Thrown to the one uplink that the database refuses for what it holds; its neighbours are stored. */
export class RefusedUplink extends Error {}

/** What is alongside a value in `flags`. */
export const valueFlag = {
  outOfRange: 1,
  /** The device's time could not be believed; the server's is used. */
  untrustedTime: 2,
  /** The device gave no time; the server numbered it. */
  serverTime: 4,
  unmodelled: 8,
} as const;

export const messageKindNumber: Record<MessageKind, number> = {
  other: 0,
  property: 1,
  event: 2,
  service: 3,
  reply: 4,
  ntp: 5,
};

export const directionNumber = { up: 1, down: 2 } as const;

/** What a statement is sent to: the connection of the batch in work. */
export type Statements = { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> };

/**
 * Looks at uplinks while they are written, and adds what follows from them to their transaction. Values that was in
 * the database before are `repeated`: what follows from them was done with their first sending.
 */
export type UplinkWatch = {
  evaluate(batch: readonly StoredUplink[], repeated: ReadonlySet<ValueRow>): Evaluation | null;
};

export type Evaluation = {
  /** Part of the transaction. */
  write(db: Statements): Promise<void>;
  /** After the commit. */
  commit(): void;
  /** Instead, where the transaction failed: the same uplinks come again, or never. */
  rollback(): void;
};
