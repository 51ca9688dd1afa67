import { type Kysely, sql } from "kysely";

/** The currency of an entrustment's fee; that of earlier fees is unknown. */
export const currenciesOfFees = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table entrustment add column fee_currency text`.execute(db);
  },
};
