import { type Kysely, sql } from "kysely";

/**
 * Which shipped thing model a product has, and the digest of it: a model that differs from its digest was changed by
 * a person and is kept. Before this nothing could change a model, so what exists is what was shipped.
 */
export const shippedModels = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table product
      add column shipped_version text,
      add column shipped_digest text,
      add check ((shipped_version is null) = (shipped_digest is null))`.execute(db);
    await sql`update product set shipped_version = model->>'version', shipped_digest = md5(model::text)`.execute(
      db,
    );
  },
};
