import type { EntrustmentTrack } from "@tracewater/contract/evidence/entrustments";
import type { EvidenceItem } from "@tracewater/contract/evidence/items";
import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";

export const aboutItem = (itemId: number) => `item:${itemId}`;
export const aboutEntrustment = (entrustmentId: number) => `entrustment:${entrustmentId}`;

/** What is stored of items and is not what their last event says: it was changed past the chain. */
export function differencesOf(
  items: readonly Pick<EvidenceItem, "itemId" | "itemNo" | "state" | "holder" | "sealNo" | "reserve">[],
  events: readonly CustodyEvent[],
): EntrustmentTrack["differences"] {
  return items.flatMap((item) => {
    // The first thing that an event is about is the item that it happened to.
    const last = events.findLast(
      (event) => event.about[0] === aboutItem(item.itemId) && event.evidence?.after != null,
    );
    const after = last?.evidence?.after;
    if (after == null) return [];
    const fields = ["state", "holder", "sealNo", "reserve"] as const;
    return fields
      .filter((field) => after[field] !== item[field])
      .map((field) => ({
        subject: item.itemNo,
        field,
        chained: String(after[field]),
        stored: String(item[field]),
      }));
  });
}

/** Things whose events are not the first to the last, one by one. */
export function incompleteOf(
  subjects: readonly { name: string; about: string; count: number }[],
  events: readonly CustodyEvent[],
): string[] {
  return subjects
    .filter(({ about, count }) => {
      const numbers = events.flatMap((event) => event.evidence?.nth[about] ?? []);
      return numbers.length !== count || numbers.some((number, at) => number !== at + 1);
    })
    .map(({ name }) => name);
}
