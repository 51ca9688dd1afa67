import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type QrState = "waiting" | "scanned" | "confirmed" | "handed" | "cleared";

export type QrRow = {
  uuid: string;
  state: QrState;
  address: string;
  agent: string;
  createdAt: Date;
  expiresAt: Date;
};

/** Whose phone acts on it. */
type Phone = { userId: number; sessionId: string };

const columns = sql`uuid, state, address, agent, created_at, expires_at`;

/** Log-ins by QR code: each step is one statement that takes it on only from the state before. */
export function createQrStore(db: Db) {
  return {
    async add(one: {
      cookieHash: Buffer;
      address: string;
      agent: string;
      digits: string;
      createdAt: Date;
      expiresAt: Date;
    }): Promise<string> {
      const added = await sql<{ uuid: string }>`
        insert into qr_login (cookie_hash, address, agent, digits, created_at, expires_at)
        values (${one.cookieHash}, ${one.address}, ${one.agent}, ${one.digits}, ${one.createdAt}, ${one.expiresAt})
        returning uuid`.execute(db);
      return added.rows[0]?.uuid ?? "";
    },

    /** As the asking browser sees it. */
    async findOfBrowser(uuid: string, cookieHash: Buffer): Promise<QrRow | undefined> {
      const found = await sql<QrRow>`
        select ${columns} from qr_login where uuid = ${uuid}::uuid and cookie_hash = ${cookieHash}`.execute(
        db,
      );
      return found.rows[0];
    },

    /** Whom the browser comes in as, once; undefined where it is not confirmed, or the phone has logged out meanwhile. */
    async hand(uuid: string, cookieHash: Buffer, at: Date): Promise<number | undefined> {
      const handed = await sql<{ userId: number }>`
        update qr_login set state = 'handed' where uuid = ${uuid}::uuid and cookie_hash = ${cookieHash}
          and state = 'confirmed' and expires_at > ${at}
          and exists (select from session s where s.id = qr_login.session_id and s.user_id = qr_login.user_id
            and s.expires_at > ${at})
        returning user_id`.execute(db);
      return handed.rows[0]?.userId;
    },

    async clearOfBrowser(uuid: string, cookieHash: Buffer): Promise<boolean> {
      const cleared = await sql`update qr_login set state = 'cleared' where uuid = ${uuid}::uuid
        and cookie_hash = ${cookieHash} and state <> 'handed' returning uuid`.execute(db);
      return cleared.rows.length > 0;
    },

    async isOpen(uuid: string, at: Date): Promise<boolean> {
      const found = await sql`select 1 from qr_login where uuid = ${uuid}::uuid and expires_at > ${at}
        and state in ('waiting', 'scanned')`.execute(db);
      return found.rows.length > 0;
    },

    /** Undefined where it has ended, or another phone has it. */
    async scan(uuid: string, phone: Phone, at: Date): Promise<QrRow | undefined> {
      const scanned = await sql<QrRow>`
        update qr_login set state = 'scanned', user_id = ${phone.userId}, session_id = ${phone.sessionId}::bigint
        where uuid = ${uuid}::uuid and expires_at > ${at}
          and (state = 'waiting' or (state = 'scanned' and user_id = ${phone.userId}))
        returning ${columns}`.execute(db);
      return scanned.rows[0];
    },

    async findOfPhone(uuid: string, phone: Phone, at: Date): Promise<QrRow | undefined> {
      const found = await sql<QrRow>`
        select ${columns} from qr_login where uuid = ${uuid}::uuid and user_id = ${phone.userId}
          and state = 'scanned' and expires_at > ${at}`.execute(db);
      return found.rows[0];
    },

    /** Counts the try first: three wrong ones end it. `ended` where it was not open any more. */
    async confirm(
      uuid: string,
      phone: Phone,
      digits: string,
      at: Date,
      maxTries: number,
    ): Promise<"confirmed" | "wrong" | "ended"> {
      const tried = await sql<{ isRight: boolean }>`
        update qr_login set tries = tries + 1,
          state = case when digits = ${digits} then 'confirmed' when tries + 1 >= ${maxTries}::int then 'cleared'
            else state end,
          confirmed_at = case when digits = ${digits} then ${at}::timestamptz end,
          session_id = ${phone.sessionId}::bigint
        where uuid = ${uuid}::uuid and user_id = ${phone.userId} and state = 'scanned' and expires_at > ${at}
        returning digits = ${digits} as is_right`.execute(db);
      const [row] = tried.rows;
      if (row === undefined) return "ended";
      return row.isRight ? "confirmed" : "wrong";
    },

    async refuse(uuid: string, phone: Phone): Promise<boolean> {
      const refused = await sql`update qr_login set state = 'cleared' where uuid = ${uuid}::uuid
        and user_id = ${phone.userId} and state in ('scanned', 'confirmed') returning uuid`.execute(db);
      return refused.rows.length > 0;
    },

    async deleteBefore(before: Date): Promise<number> {
      const gone = await sql`delete from qr_login where created_at < ${before}`.execute(db);
      return Number(gone.numAffectedRows ?? 0n);
    },
  };
}
