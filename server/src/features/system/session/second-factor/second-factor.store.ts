import { sql } from "kysely";
import type { Db } from "../../../../platform/store/database.ts";

/** Authenticator apps, those that are offered, and recovery codes. */
export function createSecondFactorStore(db: Db) {
  return {
    async findSecret(userId: number): Promise<Buffer | null> {
      const found = await sql<{ secret: Buffer }>`
        select secret from second_factor where user_id = ${userId}`.execute(db);
      return found.rows[0]?.secret ?? null;
    },

    async read(userId: number): Promise<{ enrolledAt: Date; left: number } | null> {
      const found = await sql<{ enrolledAt: Date; left: number }>`
        select f.enrolled_at, (select count(*)::int from recovery_code c where c.user_id = f.user_id) as left
        from second_factor f where f.user_id = ${userId}`.execute(db);
      return found.rows[0] ?? null;
    },

    /** Takes a code's step; false where that one or a later one was taken already. */
    async takeStep(userId: number, step: number): Promise<boolean> {
      const taken = await sql`update second_factor set last_step = ${step}
        where user_id = ${userId} and last_step < ${step} returning 1`.execute(db);
      return taken.rows.length > 0;
    },

    async offer(userId: number, secret: Buffer, expiresAt: Date): Promise<void> {
      await sql`insert into second_factor_offer (user_id, secret, expires_at)
        values (${userId}, ${secret}, ${expiresAt})
        on conflict (user_id) do update set secret = excluded.secret, expires_at = excluded.expires_at`.execute(
        db,
      );
    },

    async findOffer(userId: number, now: Date): Promise<Buffer | null> {
      const found = await sql<{ secret: Buffer }>`select secret from second_factor_offer
        where user_id = ${userId} and expires_at > ${now}`.execute(db);
      return found.rows[0]?.secret ?? null;
    },

    /** The offered secret counts from now on, with these codes; whatever was before is void. */
    async enrol(
      userId: number,
      factor: { secret: Buffer; step: number; codes: readonly HashedCode[] },
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await sql`delete from second_factor where user_id = ${userId}`.execute(trx);
        await sql`insert into second_factor (user_id, secret, last_step)
          values (${userId}, ${factor.secret}, ${factor.step})`.execute(trx);
        await addCodes(trx, userId, factor.codes);
        await sql`delete from second_factor_offer where user_id = ${userId}`.execute(trx);
      });
    },

    /** False where no app is enrolled. */
    async replaceCodes(userId: number, codes: readonly HashedCode[]): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const found = await sql`select 1 from second_factor where user_id = ${userId} for update`.execute(
          trx,
        );
        if (found.rows.length === 0) return false;
        await sql`delete from recovery_code where user_id = ${userId}`.execute(trx);
        await addCodes(trx, userId, codes);
        return true;
      });
    },

    async findCode(userId: number, mark: string): Promise<string | null> {
      const found = await sql<{ hash: string }>`
        select hash from recovery_code where user_id = ${userId} and mark = ${mark}`.execute(db);
      return found.rows[0]?.hash ?? null;
    },

    /** The secret and its codes are void; false where somebody was faster, or there were none. */
    async remove(userId: number): Promise<boolean> {
      const gone = await sql`delete from second_factor where user_id = ${userId} returning 1`.execute(db);
      await sql`delete from second_factor_offer where user_id = ${userId}`.execute(db);
      return gone.rows.length > 0;
    },
  };
}

/** A recovery code's first letter and the hash of all of it. */
type HashedCode = { mark: string; hash: string };

async function addCodes(trx: Db, userId: number, codes: readonly HashedCode[]): Promise<void> {
  await sql`insert into recovery_code (user_id, mark, hash)
    select ${userId}::int, mark, hash from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as c(mark text, hash text)`.execute(
    trx,
  );
}
