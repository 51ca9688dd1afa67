import { type Kysely, sql } from "kysely";

/** The zone in which a point's days are counted; empty where it is the server's. */
export const zonesOfSamplingPoints = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table sampling_point add column zone text not null default ''`.execute(db);
  },
};
