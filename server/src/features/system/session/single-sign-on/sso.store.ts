import { sql } from "kysely";
import type { Db } from "../../../../platform/store/database.ts";
import type { LogOutOrder } from "./oidc-client.ts";

export type IdentityRow = {
  id: number;
  userId: number;
  issuer: string;
  subject: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** A log-in or a linking on its way to the provider and back. */
export type Flow = {
  stateHash: Buffer;
  provider: string;
  sessionId: string | null;
  nonce: string;
  verifier: string;
  cookieHash: Buffer;
};

const maxIdentities = 20;

/** Identities and flows. Orders of log-out find the sessions that an identity opened. */
export function createSsoStore(db: Db) {
  const rows = sql`select id, user_id, issuer, subject, name, created_at, last_used_at from sign_on_identity`;
  return {
    /** Those whose time is over go with it. */
    async addFlow(flow: Flow, now: Date, expiresAt: Date): Promise<void> {
      await sql`delete from sign_on_flow where expires_at < ${now}`.execute(db);
      await sql`insert into sign_on_flow (state_hash, provider, session_id, nonce, verifier, cookie_hash, expires_at)
        values (${flow.stateHash}, ${flow.provider}, ${flow.sessionId}::bigint, ${flow.nonce}, ${flow.verifier},
          ${flow.cookieHash}, ${expiresAt})`.execute(db);
    },

    /** Each ends once. */
    async takeFlow(stateHash: Buffer, now: Date): Promise<Flow | undefined> {
      const taken =
        await sql<Flow>`delete from sign_on_flow where state_hash = ${stateHash} and expires_at > ${now}
        returning state_hash, provider, session_id::text, nonce, verifier, cookie_hash`.execute(db);
      return taken.rows[0];
    },

    /** Whose identity it is, noted as used. */
    async use(issuer: string, subject: string, at: Date): Promise<number | undefined> {
      const found = await sql<{ userId: number }>`update sign_on_identity set last_used_at = ${at}
        where issuer = ${issuer} and subject = ${subject} returning user_id`.execute(db);
      return found.rows[0]?.userId;
    },

    async listOf(userId: number): Promise<IdentityRow[]> {
      const found = await sql<IdentityRow>`
        ${rows} where user_id = ${userId} order by id limit ${maxIdentities}`.execute(db);
      return found.rows;
    },

    /** False where the identity is somebody's already, or the user has as many as anybody may have. */
    async link(
      userId: number,
      identity: { issuer: string; subject: string; name: string },
    ): Promise<boolean> {
      const { issuer, subject, name } = identity;
      const added = await sql`insert into sign_on_identity (user_id, issuer, subject, name)
        select ${userId}::int, ${issuer}, ${subject}, ${name}
        where (select count(*) from sign_on_identity where user_id = ${userId}) < ${maxIdentities}
        on conflict (issuer, subject) do nothing returning id`.execute(db);
      return added.rows.length > 0;
    },

    async unlink(userId: number, id: number): Promise<IdentityRow | undefined> {
      const gone =
        await sql<IdentityRow>`delete from sign_on_identity where id = ${id} and user_id = ${userId}
        returning id, user_id, issuer, subject, name, created_at, last_used_at`.execute(db);
      return gone.rows[0];
    },

    /** The sessions that the order ends: those that were open when it was made. */
    async listSessions({ issuer, subject, sid, at }: LogOutOrder): Promise<{ id: string; userId: number }[]> {
      const found = await sql<{ id: string; userId: number }>`select id::text, user_id from session
        where sso_issuer = ${issuer} and (${subject}::text is null or sso_subject = ${subject})
          and (${sid}::text is null or sso_sid = ${sid}) and created_at <= ${at}::timestamptz + interval '5 seconds'
        limit 1000`.execute(db);
      return found.rows;
    },
  };
}
