import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type ConfigRow = {
  id: number;
  version: number;
  size: number;
  sha256: string;
  note: string;
  actorName: string;
  createdAt: Date;
};

const columns = ["id", "version", "size", "sha256", "note", "actorName", "createdAt"] as const;

/** Configuration files belong to products, and those to no unit. */
export function createProductConfigStore(db: Db) {
  return {
    async list(productId: number): Promise<ConfigRow[]> {
      return db
        .selectFrom("productConfig")
        .select(columns)
        .where("productId", "=", productId)
        .orderBy("version", "desc")
        .limit(200)
        .execute();
    },

    async newest(productId: number): Promise<ConfigRow | undefined> {
      return db
        .selectFrom("productConfig")
        .select(columns)
        .where("productId", "=", productId)
        .orderBy("version", "desc")
        .limit(1)
        .executeTakeFirst();
    },

    async newestOfKey(productKey: string): Promise<ConfigRow | undefined> {
      return db
        .selectFrom("productConfig")
        .innerJoin("product", "product.id", "productConfig.productId")
        .select(columns.map((column) => `productConfig.${column}` as const))
        .where("product.productKey", "=", productKey)
        .orderBy("version", "desc")
        .limit(1)
        .executeTakeFirst();
    },

    async find(productId: number, version: number): Promise<(ConfigRow & { content: string }) | undefined> {
      return db
        .selectFrom("productConfig")
        .select([...columns, "content"])
        .where("productId", "=", productId)
        .where("version", "=", version)
        .executeTakeFirst();
    },

    async content(id: number): Promise<string | undefined> {
      const row = await db
        .selectFrom("productConfig")
        .select("content")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.content;
    },

    /** The next version; undefined where another was published meanwhile. */
    async add(config: {
      productId: number;
      basedOn: number;
      content: string;
      size: number;
      sha256: string;
      note: string;
      actorName: string;
    }): Promise<ConfigRow | undefined> {
      const { productId, basedOn, content, size, sha256, note, actorName } = config;
      const added = await sql<ConfigRow>`
        insert into product_config (product_id, version, content, size, sha256, note, actor_name)
        select ${productId}, newest.version + 1, ${content}, ${size}, ${sha256}, ${note}, ${actorName}
        from (select coalesce(max(version), 0) as version from product_config where product_id = ${productId}) newest
        where newest.version = ${basedOn}::int
        on conflict (product_id, version) do nothing
        returning id, version, size, sha256, note, actor_name, created_at`.execute(db);
      return added.rows[0];
    },
  };
}
