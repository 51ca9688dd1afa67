import { type Kysely, sql } from "kysely";

/** Accounts of programs, for which API keys act: none of them ever has a password. */
export const serviceAccounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table sys_user add column service_account boolean not null default false,
      add constraint sys_user_service_account_check check (not service_account or password_hash is null)`.execute(
      db,
    );
  },
};
