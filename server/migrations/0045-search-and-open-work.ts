import { type Kysely, sql } from "kysely";

/** Bottles and samples are many: a part of their numbers, and what of them waits for somebody, is found by an index. */
export const searchAndOpenWork = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`do $$ begin
      create extension if not exists pg_trgm;
      create index bottle_code_text on bottle using gin (body_code gin_trgm_ops);
      create index bottle_cap_text on bottle_pair using gin (cap_code gin_trgm_ops) where broken_at is null;
      create index water_sampling_no_text on water_sampling using gin (sample_no gin_trgm_ops, seal_no gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise notice 'pg_trgm is not available: searches read all numbers';
    end $$`.execute(db);
    await sql`create index water_sampling_open on water_sampling (ended)
      where state in ('taken', 'sealed', 'inTransit')`.execute(db);
    await sql`create index assay_in_review on assay (entered_at) where state = 'inReview'`.execute(db);
    await sql`create index sampling_plan_draft on sampling_plan (created_at) where state = 'draft'`.execute(
      db,
    );
  },
};
