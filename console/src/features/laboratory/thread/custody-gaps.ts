import type { CustodyEvent, CustodyKind } from "@tracewater/contract/laboratory/custody";
import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import { personLabel } from "@tracewater/contract/system/person-label";

/** Longer than this a sample is not without a record on its way to the laboratory. */
const maxUnrecordedMs = 24 * 3_600_000;

export const gapReasons = ["unrecorded", "otherHands"] as const;

/**
 * Where nobody can show who had a sample: `unrecorded` between two events that are too far apart, `otherHands` where it
 * is handed over by somebody who had not taken it.
 */
export type CustodyGap = {
  reason: (typeof gapReasons)[number];
  after: CustodyEvent;
  before: CustodyEvent;
  ms: number;
  /** Samples that have this gap. */
  samples: string[];
};

const fieldKinds: ReadonlySet<CustodyKind> = new Set(["collect", "seal", "handover", "transport", "receive"]);

/** The gaps of all samples until their receipt, each pair of events once, the longest first. */
export function custodyGaps(traceability: Pick<Traceability, "samples" | "events">): CustodyGap[] {
  const found = new Map<string, CustodyGap>();
  for (const sample of traceability.samples) {
    if (sample.state === "void") continue;
    const way = wayOf(sample, traceability.events);
    for (const gap of gapsOf(way)) {
      // Samples of one delivery share the event that ends their gap.
      const key = `${gap.reason} ${gap.after.kind} ${gap.before.seq}`;
      const known = found.get(key);
      const longer = known === undefined || known.ms < gap.ms ? gap : known;
      found.set(key, { ...longer, samples: [...(known?.samples ?? []), sample.sampleNo] });
    }
  }
  return [...found.values()].sort((a, b) => b.ms - a.ms);
}

function wayOf(sample: Traceability["samples"][number], events: readonly CustodyEvent[]): CustodyEvent[] {
  const own = [`sampling:${sample.samplingId}`, `delivery:${sample.deliveryId}`];
  const way = events.filter(
    (event) => fieldKinds.has(event.kind) && event.about.some((subject) => own.includes(subject)),
  );
  const received = way.findIndex((event) => event.kind === "receive");
  return received < 0 ? way : way.slice(0, received + 1);
}

function gapsOf(way: readonly CustodyEvent[]): Omit<CustodyGap, "samples">[] {
  const holders = new Set<string>();
  return way.flatMap((before, at) => {
    const after = way[at - 1];
    const isOther = before.kind === "handover" && before.from !== null && !holders.has(before.from);
    if (before.kind === "collect" && before.to !== null) holders.add(before.to);
    if (before.kind === "collect" || before.kind === "seal") holders.add(nameOf(before));
    if (after === undefined) return [];
    const ms = before.at - after.at;
    const gap = { after, before, ms };
    return [
      ...(ms > maxUnrecordedMs ? [{ ...gap, reason: "unrecorded" as const }] : []),
      ...(isOther ? [{ ...gap, reason: "otherHands" as const }] : []),
    ];
  });
}

function nameOf({ actor, actorUserName }: CustodyEvent): string {
  return actorUserName === null ? actor : personLabel({ nickName: actor, userName: actorUserName });
}
