import type { CustodyEvent, CustodyKind, EvidenceFacts } from "@tracewater/contract/laboratory/custody";
import type { Json } from "@tracewater/custody/canonical";

/** What happened to things: what is not notified of it is null in the record. */
export type NewCustodyEvent = {
  kind: CustodyKind;
  /** `sampling:7`, `bottle:12`, `delivery:3`, `entrustment:4`, `item:9`. */
  about: readonly string[];
  from?: string | null;
  to?: string | null;
  place?: string | null;
  sealNo?: string | null;
  condition?: string | null;
  note?: string | null;
  recorded?: CustodyEvent["recorded"];
  amount?: CustodyEvent["amount"];
  changes?: CustodyEvent["changes"];
  /** What few events have is no member of the others' records. */
  evidence?: EvidenceRecordFacts | null;
};

type Seldom = "document" | "file" | "leg";
export type EvidenceRecordFacts = Omit<EvidenceFacts, Seldom> & {
  [name in Seldom]?: NonNullable<EvidenceFacts[name]>;
};

/** Who did it, by number, log-in name and chosen name, and how they came in. */
export type CustodyActor = { actor: { id: number; name: string; userName: string }; via: Json };

/** An event as it is chained. */
export function toCustodyRecord(
  { actor, via }: CustodyActor,
  { kind, about, ...given }: NewCustodyEvent,
  time: number,
): { readonly [name: string]: Json } {
  return {
    kind,
    time,
    actor,
    via,
    about: [...about],
    from: given.from ?? null,
    to: given.to ?? null,
    place: given.place ?? null,
    sealNo: given.sealNo ?? null,
    condition: given.condition ?? null,
    note: given.note ?? null,
    ...(given.recorded == null ? {} : { recorded: { ...given.recorded } }),
    ...(given.amount == null ? {} : { amount: given.amount }),
    ...(given.changes == null ? {} : { changes: given.changes.map((one) => ({ ...one })) }),
    ...(given.evidence == null ? {} : { evidence: given.evidence }),
  };
}
