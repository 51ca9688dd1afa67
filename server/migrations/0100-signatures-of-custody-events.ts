import { type Kysely, sql } from "kysely";

/** A passkey may sign a custody event: the challenge is the event's hash, offered for some minutes. */
export const signaturesOfCustodyEvents = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table passkey_challenge drop constraint passkey_challenge_kind_check`.execute(db);
    await sql`alter table passkey_challenge add constraint passkey_challenge_kind_check
      check (kind in ('register', 'logIn', 'confirm', 'sign'))`.execute(db);
  },
};
