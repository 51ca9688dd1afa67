import { sql } from "kysely";
import type { Db } from "../store/database.ts";
import type { Chain } from "./chain.store.ts";

/** The statements on countersignatures; `key` is the key that the checkpoint was signed with. */
export function createCosignatureStore(db: Db, chain: Chain) {
  return {
    /** The lines under one checkpoint by the names of their witnesses. */
    async read({ key, size }: { key: string; size: number }): Promise<Map<string, string>> {
      const found = await db
        .selectFrom("checkpointCosignature")
        .select(["witness", "line"])
        .where("chain", "=", chain.name)
        .where("key", "=", key)
        .where("size", "=", String(size))
        .execute();
      return new Map(found.map(({ witness, line }) => [witness, line]));
    },

    /** The size of the last checkpoint that a witness countersigned; 0 for none. */
    async findLast(key: string, witness: string): Promise<number> {
      const found = await db
        .selectFrom("checkpointCosignature")
        .select(sql<number>`coalesce(max(size), 0)::float8`.as("size"))
        .where("chain", "=", chain.name)
        .where("key", "=", key)
        .where("witness", "=", witness)
        .executeTakeFirstOrThrow();
      return found.size;
    },

    /** Keeps a line and gives the one that was kept first. */
    async keep(made: { key: string; size: number; witness: string; line: string }): Promise<string> {
      const { key, size, witness, line } = made;
      await db
        .insertInto("checkpointCosignature")
        .values({ chain: chain.name, key, size: String(size), witness, line })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await this.read(made)).get(witness) ?? line;
    },
  };
}
