import {
  type CustodyEvent,
  custodyEvent,
  custodyKind,
  custodyVia,
} from "@tracewater/contract/laboratory/custody";
import { type ChainRow, chainStart } from "@tracewater/custody/chain";
import { sql } from "kysely";
import { z } from "zod";
import { createLastCheckStore } from "../../../platform/custody/last-check.store.ts";
import type { Db } from "../../../platform/store/database.ts";

const text = z.string().nullable().default(null);
/** A record of the chain, as `custody.service.ts` appends it. */
const record = z.object({
  kind: custodyKind,
  time: z.number(),
  // The log-in name is in it since names that people choose for themselves do not.
  actor: z.object({ id: z.number(), name: z.string(), userName: text }),
  // Events of before it was written have none.
  via: custodyVia.nullable().default(null),
  about: z.array(z.string()),
  from: text,
  to: text,
  place: text,
  sealNo: text,
  condition: text,
  note: text,
  recorded: custodyEvent.shape.recorded.default(null),
  amount: custodyEvent.shape.amount.default(null),
  changes: custodyEvent.shape.changes.default(null),
  evidence: custodyEvent.shape.evidence.default(null),
});

export function createCustodyStore(db: Db) {
  return {
    /** The events that are about any of these things, in their order. */
    async listAbout(subjects: readonly string[], limit: number): Promise<CustodyEvent[]> {
      if (subjects.length === 0) return [];
      // Thing by thing, so that each is one look into the index.
      const found = await sql<{ seq: string; prev: string; hash: string; record: string }>`
        select seq, prev, hash, record from custody_event where seq in (
          select met.seq from unnest(${[...subjects]}::text[]) as t(thing)
          cross join lateral (
            select e.seq from custody_event e where e.about @> jsonb_build_array(t.thing)) met)
        order by custody_event.seq limit ${limit}::int`.execute(db);
      return found.rows.map(({ seq, prev, hash, record: text }) => {
        const { time, actor, ...rest } = record.parse(JSON.parse(text));
        const { id: actorId, name, userName: actorUserName } = actor;
        return { ...rest, seq: Number(seq), at: time, actor: name, actorId, actorUserName, prev, hash };
      });
    },

    /** These events as rows of the chain, each with the hash of the row before it; null where that row is gone. */
    async listRows(seqs: readonly number[]): Promise<(ChainRow & { before: string | null })[]> {
      const found = await sql<{
        seq: string;
        at: string;
        prev: string;
        hash: string;
        record: string;
        before: string;
      }>`
        select e.seq, e.at, e.prev, e.hash, e.record, before.hash as before
        from custody_event e left join custody_event before on before.seq = e.seq - 1
        where e.seq = any(${[...seqs]}::bigint[]) order by e.seq`.execute(db);
      return found.rows.map((row) => {
        const seq = Number(row.seq);
        return {
          ...row,
          seq,
          record: JSON.parse(row.record),
          before: seq === 1 ? chainStart.hash : row.before,
        };
      });
    },

    ...createLastCheckStore(db, "custody.check"),
  };
}
