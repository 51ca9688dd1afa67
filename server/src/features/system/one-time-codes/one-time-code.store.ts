import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type CodePurpose = "register" | "password" | "appLogIn";

export type NewCode = {
  purpose: CodePurpose;
  target: string;
  userId: number | null;
  codeSealed: Buffer;
  network: string;
  createdAt: Date;
  expiresAt: Date;
};

/** A code that was tried; `userId` is null where its target is nobody's. */
export type TriedCode = { id: string; target: string; userId: number | null; codeSealed: Buffer };

/** What was asked for within the last hour. */
export type Asked = { ofTarget: number; lastAt: Date | null; ofNetwork: number };

export function createCodeStore(db: Db) {
  return {
    /** One at a time for a target and for a network: what others ask for meanwhile is counted. */
    async inOne<T>(keys: readonly string[], work: (trx: Db) => Promise<T>): Promise<T> {
      return db.transaction().execute(async (trx) => {
        for (const key of keys)
          await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 54))`.execute(trx);
        return work(trx);
      });
    },

    async countAsked(
      trx: Db,
      { purpose, target, network }: Pick<NewCode, "purpose" | "target" | "network">,
      since: Date,
    ): Promise<Asked> {
      const found = await sql<Asked>`
        select count(*) filter (where purpose = ${purpose} and target = ${target})::int as of_target,
          max(created_at) filter (where purpose = ${purpose} and target = ${target}) as last_at,
          count(*) filter (where network = ${network})::int as of_network
        from one_time_code where created_at > ${since}
          and ((purpose = ${purpose} and target = ${target}) or network = ${network})`.execute(trx);
      return found.rows[0] ?? { ofTarget: 0, lastAt: null, ofNetwork: 0 };
    },

    async add(trx: Db, code: NewCode): Promise<string> {
      const added = await sql<{ id: string }>`
        insert into one_time_code (purpose, target, user_id, code_sealed, network, created_at, expires_at)
        values (${code.purpose}, ${code.target}, ${code.userId}, ${code.codeSealed}, ${code.network},
          ${code.createdAt}, ${code.expiresAt}) returning id`.execute(trx);
      return added.rows[0]?.id ?? "";
    },

    async setUser(id: string, userId: number): Promise<void> {
      await sql`update one_time_code set user_id = ${userId} where id = ${id}::uuid`.execute(db);
    },

    /** Counts a try before the code is looked at; undefined where none is open or all tries are used up. */
    async tryOn(
      purpose: CodePurpose,
      by: { id: string } | { target: string },
      at: Date,
      maxTries: number,
    ): Promise<TriedCode | undefined> {
      const chosen = "id" in by ? sql`id = ${by.id}::uuid` : sql`target = ${by.target}`;
      const found = await sql<TriedCode>`
        update one_time_code set tries = tries + 1
        where id = (select id from one_time_code where purpose = ${purpose} and ${chosen}
            and used_at is null and expires_at > ${at} order by created_at desc limit 1)
          and tries < ${maxTries} and used_at is null
        returning id, target, user_id, code_sealed`.execute(db);
      return found.rows[0];
    },

    async giveBack(id: string): Promise<void> {
      await sql`update one_time_code set tries = greatest(0, tries - 1) where id = ${id}::uuid`.execute(db);
    },

    /** False where it was used meanwhile. */
    async use(id: string, at: Date): Promise<boolean> {
      const used = await sql`update one_time_code set used_at = ${at}
        where id = ${id}::uuid and used_at is null returning id`.execute(db);
      return used.rows.length > 0;
    },

    async deleteBefore(before: Date): Promise<number> {
      const gone = await sql`delete from one_time_code where created_at < ${before}`.execute(db);
      return Number(gone.numAffectedRows ?? 0n);
    },
  };
}
