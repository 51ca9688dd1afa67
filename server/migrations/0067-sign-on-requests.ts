import { type Kysely, sql } from "kysely";

/** Requests for accounts that come from an identity provider: who decides links the identity with the account. */
export const signOnRequests = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table account_request add column provider text not null default '', add column sign_on_issuer text,
     add column sign_on_subject text,
     add constraint account_request_identity check ((sign_on_issuer is null) = (sign_on_subject is null))`,
  "comment on column account_request.provider is 'the key of the identity provider; empty: the form was filled in'",
  `create unique index account_request_waiting_identity on account_request (sign_on_issuer, sign_on_subject)
     where state = 'waiting' and sign_on_issuer is not null`,
];
