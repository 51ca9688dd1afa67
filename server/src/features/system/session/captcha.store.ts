import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type CaptchaStore = ReturnType<typeof createCaptchaStore>;

/** Challenges of the log-in page: the answer of a picture, or none where a proof of work is asked for. */
export function createCaptchaStore(db: Db) {
  return {
    async add(captcha: { uuid: string; answer: string; expiresAt: Date }): Promise<void> {
      await db.deleteFrom("captcha").where("expiresAt", "<", sql<Date>`now()`).execute();
      await db.insertInto("captcha").values(captcha).execute();
    },

    /** Takes a challenge out of the database: it counts once, right or wrong. Null where it has expired. */
    async take(uuid: string): Promise<string | null> {
      const taken = await db
        .deleteFrom("captcha")
        .where("uuid", "=", uuid)
        .returning(["answer", sql<boolean>`expires_at > now()`.as("isFresh")])
        .executeTakeFirst();
      return taken?.isFresh === true ? taken.answer : null;
    },
  };
}
