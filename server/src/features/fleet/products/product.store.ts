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
    /** What the program brought along, and whether its model has been changed since. */
    async listShipped(): Promise<{ productKey: string; shippedVersion: string; isChanged: boolean }[]> {
      return db
        .selectFrom("product")
        .select([
          "productKey",
          "shippedVersion",
          sql<boolean>`shipped_digest <> md5(model::text)`.as("isChanged"),
        ])
        .where("shippedVersion", "is not", null)
        .$narrowType<{ shippedVersion: string }>()
        .limit(500)
        .execute();
    },
    async addIfMissing(product: {
      productKey: string;
      typeKey: string;
      name: string;
      nameZh: string;
      model: string;
    }): Promise<void> {
      const { productKey, typeKey, name, nameZh, model } = product;
      await sql`insert into product (product_key, type_key, name, name_zh, model, shipped_version, shipped_digest)
        select ${productKey}, ${typeKey}, ${name}, ${nameZh}, m.model, m.model->>'version', md5(m.model::text)
        from (select ${model}::jsonb as model) m
        on conflict (product_key) do nothing`.execute(db);
    },
    /** A later shipped model, unless somebody changed the model meanwhile. */
    async renew(productKey: string, shipped: { version: string; model: string }): Promise<void> {
      await sql`update product set model = m.model, shipped_version = ${shipped.version}, shipped_digest = md5(m.model::text)
        from (select ${shipped.model}::jsonb as model) m
        where product_key = ${productKey} and shipped_digest = md5(product.model::text)`.execute(db);
    },
  };
}
