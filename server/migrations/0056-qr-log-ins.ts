import { type Kysely, sql } from "kysely";

/** Log-ins that a phone confirms for the browser that shows a QR code. */
export const qrLogIns = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table qr_login (
     uuid uuid primary key default gen_random_uuid(),
     -- SHA-256 of the cookie of the browser that asks: nobody else learns the state or gets the token.
     cookie_hash bytea not null,
     address text not null,
     agent text not null,
     -- Shown by the asking browser, typed on the phone.
     digits text not null,
     state text not null default 'waiting' check (state in ('waiting', 'scanned', 'confirmed', 'handed', 'cleared')),
     user_id int references sys_user(id) on delete cascade,
     -- The phone's session: where that ends, so does the confirmation.
     session_id bigint,
     tries int not null default 0,
     created_at timestamptz not null,
     expires_at timestamptz not null,
     confirmed_at timestamptz)`,
  "create index qr_login_made on qr_login (created_at)",
];
