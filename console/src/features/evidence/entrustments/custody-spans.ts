import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";

/** Longer than this a handover is not without its receipt. */
const maxOpenMs = 24 * 3_600_000;

/** A time during which one person answered for an item; `until` is null where they still do. */
export type CustodySpan = { itemNo: string; holder: string; from: number; until: number | null; seq: number };

/** A handover that was not taken in time: between the two the giver answers, and nobody confirmed it. */
export type OpenHandover = { itemNo: string; seq: number; from: number; until: number | null };

export type Timeline = {
  holders: string[];
  spans: CustodySpan[];
  gaps: OpenHandover[];
  begin: number;
  end: number;
};

const final = new Set(["returned", "destroyed", "lost"]);
type Item = { itemId: number; itemNo: string };

/** Who answered for each item when, from its events alone; what no receipt closed in time is a gap. */
export function timelineOf(items: readonly Item[], events: readonly CustodyEvent[], now: number): Timeline {
  const spans: CustodySpan[] = [];
  const gaps: OpenHandover[] = [];
  for (const item of items) {
    const own = events.filter((event) => event.about[0] === `item:${item.itemId}`);
    spans.push(...spansOf(item, own));
    gaps.push(...openHandovers(item, own, now));
  }
  return {
    holders: [...new Set(spans.map((span) => span.holder))],
    ...{ spans, gaps, begin: Math.min(...spans.map((span) => span.from), now), end: now },
  };
}

function spansOf({ itemNo }: Item, own: readonly CustodyEvent[]): CustodySpan[] {
  const spans: CustodySpan[] = [];
  for (const event of own) {
    const after = event.evidence?.after;
    if (after == null) continue;
    const last = spans.at(-1);
    const isOver = final.has(after.state);
    if (last !== undefined && last.until === null && (isOver || last.holder !== after.holder))
      last.until = event.at;
    if (!isOver && (last === undefined || last.until !== null))
      spans.push({ itemNo, holder: after.holder, from: event.at, until: null, seq: event.seq });
  }
  return spans;
}

function openHandovers({ itemNo }: Item, own: readonly CustodyEvent[], now: number): OpenHandover[] {
  return own.flatMap((event, at) => {
    if (event.kind !== "handover") return [];
    const next = own.slice(at + 1).find((one) => one.kind === "receive" || one.kind === "handover");
    const taken = next?.kind === "receive" ? next.at : null;
    if ((taken ?? now) - event.at <= maxOpenMs) return [];
    return [{ itemNo, seq: event.seq, from: event.at, until: taken }];
  });
}

/** Who answered for which item at a moment: who had access. */
export function holdersAt(spans: readonly CustodySpan[], at: number): CustodySpan[] {
  return spans.filter((span) => span.from <= at && (span.until === null || at < span.until));
}
