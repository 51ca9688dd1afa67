import { type Kysely, sql } from "kysely";

/** Runs that found nothing to do, and an index for the log without them: most jobs find nothing most of the time. */
export const idleJobRuns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table job_log add column idle boolean not null default false`.execute(db);
    await sql`create index job_log_with_work on job_log (id desc) where not idle`.execute(db);
  },
};
