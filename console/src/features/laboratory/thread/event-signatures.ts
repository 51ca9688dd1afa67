import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";

/** Who answers for an event: the person who recorded it, and where it passes something on, the other one. */
type EventSignatures = {
  /** By a log-in of the person; an API key is named. */
  actor: "session" | "key" | "unknown";
  /** Null where the event needs nobody else; `missing` where the other person has not confirmed. */
  other: { who: string | null; state: "signed" | "missing" } | null;
};

/** The receipt confirms a handover, the request of another person a destruction. */
export function signaturesOf(event: CustodyEvent, events: readonly CustodyEvent[]): EventSignatures {
  return { actor: event.via?.kind ?? "unknown", other: otherOf(event, events) };
}

function otherOf(event: CustodyEvent, events: readonly CustodyEvent[]): EventSignatures["other"] {
  if (event.kind === "destroy") return event.from === null ? null : { who: event.from, state: "signed" };
  if (event.kind === "handover") {
    const receipt = pairOf(event, events, "receive", (one) => one.seq > event.seq);
    return receipt === undefined ? { who: event.to, state: "missing" } : { who: receipt.to, state: "signed" };
  }
  if (event.kind === "receive") {
    const handover = pairOf(event, events, "handover", (one) => one.seq < event.seq);
    return handover === undefined
      ? { who: event.from, state: "missing" }
      : { who: handover.from, state: "signed" };
  }
  return null;
}

function pairOf(
  event: CustodyEvent,
  events: readonly CustodyEvent[],
  kind: CustodyEvent["kind"],
  fits: (one: CustodyEvent) => boolean,
): CustodyEvent | undefined {
  const deliveries = event.about.filter((subject) => subject.startsWith("delivery:"));
  return events.find(
    (one) => one.kind === kind && fits(one) && one.about.some((subject) => deliveries.includes(subject)),
  );
}
