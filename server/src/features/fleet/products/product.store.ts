import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type ProductRow = {
  id: number;
  productKey: string;
  typeKey: string;
  name: string;
  nameZh: string;
  model: unknown;
};

/** Products are the platform's own: they belong to no unit. */
export function createProductStore(db: Db) {
  const columns = ["id", "productKey", "typeKey", "name", "nameZh", "model"] as const;
  return {
    async list(): Promise<ProductRow[]> {
      return db.selectFrom("product").select(columns).orderBy("id").limit(500).execute();
    },
    async find(id: number): Promise<ProductRow | undefined> {
      return db.selectFrom("product").select(columns).where("id", "=", id).executeTakeFirst();
    },
    async addIfMissing(product: {
      productKey: string;
      typeKey: string;
      name: string;
      nameZh: string;
      model: string;
    }): Promise<void> {
      await db
        .insertInto("product")
        .values({ ...product, model: sql`${product.model}::jsonb` })
        .onConflict((conflict) => conflict.column("productKey").doNothing())
        .execute();
    },
  };
}
