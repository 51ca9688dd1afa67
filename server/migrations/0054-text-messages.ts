import { type Kysely, sql } from "kysely";

/** Text messages leave by the same queue as mail; what holds a one-time code is stored encrypted until it is sent. */
export const textMessages = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table delivery
     -- Of a delivery without a webhook.
     add column channel text not null default 'mail' check (channel in ('mail', 'text')),
     add column body_sealed bytea,
     -- Not sent afterwards: a code that has expired helps nobody.
     add column expires_at timestamptz`,
  "create index delivery_message on delivery (id desc) where webhook_id is null",
];
