import { type AssayDoubt, assayDoubt } from "@tracewater/contract/laboratory/assays";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

/** A control that failed, by the kind of its check. */
export type Failure = Pick<AssayDoubt, "kind" | "origin" | "figure"> & { at: Date };

const maxShown = 50;

/** What calls results in question after they were handed over. */
export function createDoubtStore(db: Db) {
  return {
    /** Drafts are left alone: nobody vouches for them yet. The same failure again adds nothing. */
    async raise(assayIds: readonly number[], { kind, origin, at, figure }: Failure): Promise<void> {
      await sql`insert into assay_doubt (assay_id, kind, origin, at, figure)
        select a.id, ${kind}, ${origin}, ${at}, ${figure}::float8 from assay a
        where a.id = any(${[...assayIds]}::int[]) and a.state in ('inReview', 'approved')
        on conflict do nothing`.execute(db);
    },

    /** The results that were in question. */
    async confirm(
      assayIds: readonly number[],
      { by, at, reason }: { by: string; at: Date; reason: string },
    ): Promise<number[]> {
      const { rows } = await sql<{ assayId: number }>`
        update assay_doubt set confirmed_by = ${by}, confirmed_at = ${at}, reason = ${reason}
        where assay_id = any(${[...assayIds]}::int[]) and confirmed_at is null returning assay_id`.execute(
        db,
      );
      return rows.map(({ assayId }) => assayId);
    },

    async list(assayId: number) {
      const { rows } = await sql`
        select q.kind, q.origin, ${epochMs("q.at")} as at, q.figure, ${epochMs("q.raised_at")} as raised_at,
          case when q.confirmed_at is not null then json_build_object('by', q.confirmed_by,
            'at', ${epochMs("q.confirmed_at")}, 'reason', q.reason) end as confirmed
        from assay_doubt q where q.assay_id = ${assayId} order by q.id desc limit ${maxShown}`.execute(db);
      return z.array(assayDoubt).parse(rows);
    },
  };
}
