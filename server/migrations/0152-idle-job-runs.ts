import { type Kysely, sql } from "kysely";

/** Runs that found nothing to do, and an index for the log without them: most jobs find nothing most of the time. */
export const idleJobRuns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table job_log add column idle boolean not null default false`.execute(db);
    // Of earlier runs only the sentence is known.
    await sql`update job_log set idle = true where state = 'done' and message_en <> '' and message_en !~ '[1-9]'`.execute(
      db,
    );
    await sql`create index job_log_with_work on job_log (id desc) where not idle`.execute(db);
  },
};
