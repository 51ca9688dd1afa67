import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type ProductRow = {
  id: number;
  productKey: string;
  typeKey: string;
  name: string;
  nameZh: string;
  model: unknown;
  isChanged: boolean;
  dynamicRegistration: boolean;
  secretSealed: Buffer | null;
};

export type VersionRow = {
  version: string;
  source: string;
  note: string;
  actorName: string;
  publishedAt: Date;
};

/** A thing model on its way into the database; `shippedVersion` where it is the one that ships. */
export type Publication = {
  basedOn: string;
  version: string;
  model: string;
  shippedVersion: string | null;
  note: string;
  actorName: string;
};

/** Products are the platform's own: they belong to no unit. */
export function createProductStore(db: Db) {
  const rows = () =>
    db
      .selectFrom("product")
      .select([
        "id",
        "productKey",
        "typeKey",
        "name",
        "nameZh",
        "model",
        "dynamicRegistration",
        "secretSealed",
        sql<boolean>`shipped_digest is distinct from md5(model::text)`.as("isChanged"),
      ]);
  const versions = () =>
    db.selectFrom("productModelVersion").select(["version", "source", "note", "actorName", "publishedAt"]);

  return {
    async list(): Promise<ProductRow[]> {
      return rows().orderBy("id").limit(500).execute();
    },
    async find(id: number): Promise<ProductRow | undefined> {
      return rows().where("id", "=", id).executeTakeFirst();
    },
    async findByKey(productKey: string): Promise<ProductRow | undefined> {
      return rows().where("productKey", "=", productKey).executeTakeFirst();
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
      await sql`with added as (
          insert into product (product_key, type_key, name, name_zh, model, shipped_version, shipped_digest)
          select ${productKey}, ${typeKey}, ${name}, ${nameZh}, m.model, m.model->>'version', md5(m.model::text)
          from (select ${model}::jsonb as model) m
          on conflict (product_key) do nothing returning id, model)
        insert into product_model_version (product_id, version, model, source)
        select id, model->>'version', model, 'shipped' from added`.execute(db);
    },
    /** A later shipped model, unless somebody changed the model meanwhile. */
    async renew(productKey: string, shipped: { version: string; model: string }): Promise<void> {
      await sql`with renewed as (
          update product set model = m.model, shipped_version = ${shipped.version}, shipped_digest = md5(m.model::text)
          from (select ${shipped.model}::jsonb as model) m
          where product_key = ${productKey} and shipped_digest = md5(product.model::text) returning id, product.model)
        insert into product_model_version (product_id, version, model, source)
        select id, model->>'version', model, 'shipped' from renewed
        on conflict (product_id, version) do update set model = excluded.model, source = 'shipped'`.execute(
        db,
      );
    },

    async listVersions(productId: number): Promise<VersionRow[]> {
      return versions()
        .where("productId", "=", productId)
        .orderBy("publishedAt", "desc")
        .limit(200)
        .execute();
    },
    async findVersion(
      productId: number,
      version: string,
    ): Promise<(VersionRow & { model: unknown }) | undefined> {
      return versions()
        .select("model")
        .where("productId", "=", productId)
        .where("version", "=", version)
        .executeTakeFirst();
    },

    /** False where the model is no longer of the version that it is based on, or the version was there already. */
    async publish(productId: number, one: Publication): Promise<boolean> {
      const source = one.shippedVersion === null ? "edited" : "shipped";
      const done = await sql`with published as (
          update product set model = m.model,
            shipped_version = coalesce(${one.shippedVersion}::text, shipped_version),
            shipped_digest = case when ${one.shippedVersion}::text is null then shipped_digest else md5(m.model::text) end
          from (select ${one.model}::jsonb as model) m
          where id = ${productId} and product.model->>'version' = ${one.basedOn}
            and (${source} = 'shipped' or not exists (select from product_model_version v
              where v.product_id = product.id and v.version = ${one.version}))
          returning id, product.model)
        insert into product_model_version (product_id, version, model, source, note, actor_name)
        select id, model->>'version', model, ${source}::text, ${one.note}::text, ${one.actorName}::text from published
        on conflict (product_id, version) do update set model = excluded.model, source = excluded.source,
          note = excluded.note, actor_name = excluded.actor_name, published_at = now()`.execute(db);
      return (done.numAffectedRows ?? 0n) > 0n;
    },

    async setDynamicRegistration(productId: number, enabled: boolean): Promise<void> {
      await db
        .updateTable("product")
        .set({ dynamicRegistration: enabled })
        .where("id", "=", productId)
        .execute();
    },
    async setSecret(productId: number, secretSealed: Buffer): Promise<void> {
      await db.updateTable("product").set({ secretSealed }).where("id", "=", productId).execute();
    },
  };
}
