import type { Db } from "../../../platform/store/database.ts";

/** Passes for one download each, kept as hashes. */
export function createFilePassStore(db: Db) {
  return {
    async add(pass: { tokenHash: Buffer; mediaId: number; userId: number; expiresAt: Date }): Promise<void> {
      await db.insertInto("filePass").values(pass).execute();
    },

    /** Takes a pass away; who gets it may have the file. */
    async take(tokenHash: Buffer, now: Date): Promise<{ mediaId: number; userId: number } | undefined> {
      return db
        .deleteFrom("filePass")
        .where("tokenHash", "=", tokenHash)
        .where("expiresAt", ">", now)
        .returning(["mediaId", "userId"])
        .executeTakeFirst();
    },

    async deleteOver(now: Date): Promise<void> {
      await db.deleteFrom("filePass").where("expiresAt", "<=", now).execute();
    },
  };
}
