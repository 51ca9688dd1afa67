import { type CustodyEvent, custodyKind } from "@tracewater/contract/laboratory/custody";
import { sql } from "kysely";
import { z } from "zod";
import { createLastCheckStore } from "../../../platform/custody/last-check.store.ts";
import type { Db } from "../../../platform/store/database.ts";

const text = z.string().nullable().default(null);
/** A record of the chain, as `custody.service.ts` appends it. */
const record = z.object({
  kind: custodyKind,
  time: z.number(),
  actor: z.object({ id: z.number(), name: z.string() }),
  about: z.array(z.string()),
  from: text,
  to: text,
  place: text,
  sealNo: text,
  condition: text,
  note: text,
});

export function createCustodyStore(db: Db) {
  return {
    /** The events that are about any of these things, in their order. */
    async listAbout(things: readonly string[], limit: number): Promise<CustodyEvent[]> {
      if (things.length === 0) return [];
      // Thing by thing, so that each is one look into the index.
      const found = await sql<{ seq: string; prev: string; hash: string; record: string }>`
        select seq, prev, hash, record from custody_event where seq in (
          select met.seq from unnest(${[...things]}::text[]) as t(thing)
          cross join lateral (
            select e.seq from custody_event e where e.about @> jsonb_build_array(t.thing)) met)
        order by custody_event.seq limit ${limit}::int`.execute(db);
      return found.rows.map(({ seq, prev, hash, record: text }) => {
        const { time, actor, ...rest } = record.parse(JSON.parse(text));
        return { ...rest, seq: Number(seq), at: time, actor: actor.name, prev, hash };
      });
    },

    ...createLastCheckStore(db, "custody.check"),
  };
}
