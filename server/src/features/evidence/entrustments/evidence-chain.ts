import { sql } from "kysely";
import type { Caller } from "../../../platform/caller.ts";
import type { Trx } from "../../../platform/store/database.ts";
import type { CustodyService, EvidenceRecordFacts } from "../../laboratory/custody/custody.service.ts";

type NewCustodyEvent = Parameters<CustodyService["append"]>[2][number];

/** An event of an entrustment or an item; each thing's own number is counted when it is appended. */
export type NewEvidenceEvent = Omit<NewCustodyEvent, "evidence"> & {
  facts?: Partial<Omit<EvidenceRecordFacts, "nth">>;
};

/** What few events have is left out of the others: records of before keep their text. */
const noFacts: Omit<EvidenceRecordFacts, "nth"> = {
  ...{ fromPlace: null, toPlace: null, authority: null, sealBefore: null, sealAfter: null },
  ...{ sealMatches: null, unit: null, book: null, after: null },
};

/** Appends events to the custody chain that samples use too, in the caller's transaction, as the last thing it does. */
export async function appendEvidence(
  custody: Pick<CustodyService, "append">,
  trx: Trx,
  caller: Caller,
  events: readonly NewEvidenceEvent[],
): Promise<void> {
  const added = new Map<string, number>();
  for (const subject of events.flatMap((event) => event.about))
    added.set(subject, (added.get(subject) ?? 0) + 1);
  const last = new Map([
    ...(await countEvents(trx, added, "entrustment", "entrustment")),
    ...(await countEvents(trx, added, "item", "evidence_item")),
  ]);
  const next = new Map([...added].map(([subject, count]) => [subject, (last.get(subject) ?? 0) - count]));
  const numbered = events.map(({ facts, ...event }) => {
    const nth = event.about.map((subject) => {
      const number = (next.get(subject) ?? 0) + 1;
      next.set(subject, number);
      return [subject, number] as const;
    });
    return { ...event, evidence: { ...noFacts, ...facts, nth: Object.fromEntries(nth) } };
  });
  await custody.append(trx, caller, numbered);
}

/** How many events each of these things has with the new ones; their rows stay locked. */
async function countEvents(
  trx: Trx,
  added: ReadonlyMap<string, number>,
  kind: "entrustment" | "item",
  table: "entrustment" | "evidence_item",
): Promise<[string, number][]> {
  const own = [...added].filter(([subject]) => subject.startsWith(`${kind}:`));
  if (own.length === 0) return [];
  const ids = own.map(([subject]) => Number(subject.slice(kind.length + 1)));
  const counted = await sql<{ id: number; events: number }>`
    update ${sql.table(table)} t set events = t.events + g.n
    from unnest(${ids}::int[], ${own.map(([, count]) => count)}::int[]) as g(id, n)
    where t.id = g.id returning t.id, t.events`.execute(trx);
  return counted.rows.map(({ id, events }) => [`${kind}:${id}`, events]);
}
