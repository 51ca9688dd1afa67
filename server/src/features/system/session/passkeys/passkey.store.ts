import { sql } from "kysely";
import type { Db } from "../../../../platform/store/database.ts";

/** A passkey as it is stored, with the handle that its authenticator knows its user by. */
export type PasskeyRow = {
  id: number;
  userId: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  backedUp: boolean;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  handle: Buffer;
};

type NewPasskey = {
  userId: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  aaguid: string;
  syncable: boolean;
  backedUp: boolean;
  name: string;
};

/** What a challenge was made for; it answers for nothing else. */
export type ChallengeUse = {
  kind: "register" | "logIn" | "confirm" | "sign";
  sessionId: string | null;
  act: string;
};

const maxPasskeys = 20;

export function createPasskeyStore(db: Db) {
  const rows = sql`select p.id, p.user_id, p.credential_id, p.public_key, p.counter::float8 as counter, p.transports,
    p.backed_up, p.name, p.created_at, p.last_used_at, h.handle
    from passkey p join passkey_user h on h.user_id = p.user_id`;
  return {
    async listOf(userId: number): Promise<PasskeyRow[]> {
      const found = await sql<PasskeyRow>`
        ${rows} where p.user_id = ${userId} order by p.id limit ${maxPasskeys}`.execute(db);
      return found.rows;
    },

    async find(credentialId: string): Promise<PasskeyRow | undefined> {
      return (await sql<PasskeyRow>`${rows} where p.credential_id = ${credentialId}`.execute(db)).rows[0];
    },

    /** The user's handle; `made` becomes it where there is none yet. */
    async ensureHandle(userId: number, made: Buffer): Promise<Buffer> {
      await sql`insert into passkey_user (user_id, handle) values (${userId}, ${made})
        on conflict (user_id) do nothing`.execute(db);
      const found = await sql<{ handle: Buffer }>`
        select handle from passkey_user where user_id = ${userId}`.execute(db);
      return found.rows[0]?.handle ?? made;
    },

    /** Undefined where the user has as many as anybody may have, or the credential is known. */
    async add(key: NewPasskey): Promise<number | undefined> {
      const added = await sql<{ id: number }>`
        insert into passkey (user_id, credential_id, public_key, counter, transports, aaguid, syncable, backed_up, name,
          last_used_at)
        select ${key.userId}::int, ${key.credentialId}, ${key.publicKey}, ${key.counter}::bigint,
          ${[...key.transports]}::text[], ${key.aaguid}, ${key.syncable}, ${key.backedUp}, ${key.name}, null
        where (select count(*) from passkey where user_id = ${key.userId}) < ${maxPasskeys}
        on conflict (credential_id) do nothing returning id`.execute(db);
      return added.rows[0]?.id;
    },

    /** Notes a use; false where its counter did not grow: another copy of it was used meanwhile. */
    async use(id: number, counter: number, backedUp: boolean, at: Date): Promise<boolean> {
      const used =
        await sql`update passkey set counter = ${counter}::bigint, backed_up = ${backedUp}, last_used_at = ${at}
        where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))
        returning 1`.execute(db);
      return used.rows.length > 0;
    },

    async rename(userId: number, id: number, name: string): Promise<string | undefined> {
      const changed = await sql<{ before: string }>`
        update passkey p set name = ${name} from passkey old
        where p.id = ${id} and p.user_id = ${userId} and old.id = p.id returning old.name as before`.execute(
        db,
      );
      return changed.rows[0]?.before;
    },

    async remove(userId: number, id: number): Promise<string | undefined> {
      const gone = await sql<{ name: string }>`
        delete from passkey where id = ${id} and user_id = ${userId} returning name`.execute(db);
      return gone.rows[0]?.name;
    },

    async removeAll(userId: number): Promise<void> {
      await sql`delete from passkey where user_id = ${userId}`.execute(db);
    },

    /** Those whose time is over go with it. */
    async addChallenge(challenge: string, use: ChallengeUse, now: Date, expiresAt: Date): Promise<void> {
      await sql`delete from passkey_challenge where expires_at < ${now}`.execute(db);
      await sql`insert into passkey_challenge (challenge, kind, session_id, act, expires_at)
        values (${challenge}, ${use.kind}, ${use.sessionId}::bigint, ${use.act}, ${expiresAt})
        on conflict (challenge) do update set session_id = excluded.session_id, act = excluded.act,
          expires_at = excluded.expires_at where passkey_challenge.kind = 'sign'`.execute(db);
    },

    /** When it would have expired; null where it is not known, or has expired. Each counts once. */
    async takeChallenge(challenge: string, use: ChallengeUse, now: Date): Promise<Date | null> {
      const taken = await sql<{ expiresAt: Date }>`delete from passkey_challenge
        where challenge = ${challenge} and kind = ${use.kind} and act = ${use.act} and expires_at > ${now}
          and session_id is not distinct from ${use.sessionId}::bigint returning expires_at as "expiresAt"`.execute(
        db,
      );
      return taken.rows[0]?.expiresAt ?? null;
    },
  };
}
