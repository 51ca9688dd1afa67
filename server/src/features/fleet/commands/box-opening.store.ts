import type { Signed } from "@tracewater/custody/personal-signature";
import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type Opening = { firstId: number; firstSession: string; firstSigned: Signed; secondId: number };

/** The statements on openings of evidence boxes: who signed them, in which sessions. */
export function createBoxOpeningStore(db: Db) {
  return {
    async add(commandId: string, { firstId, firstSession, firstSigned, secondId }: Opening): Promise<void> {
      await sql`insert into box_opening (command_id, first_id, first_session, first_signed, second_id)
        values (${commandId}::bigint, ${firstId}, ${firstSession}, ${JSON.stringify(firstSigned)}::jsonb, ${secondId})`.execute(
        db,
      );
    },

    async find(commandId: string): Promise<Opening | undefined> {
      const found = await sql<Opening>`select first_id, first_session, first_signed, second_id
        from box_opening where command_id = ${commandId}::bigint`.execute(db);
      return found.rows[0];
    },

    /** False where it was confirmed before. */
    async confirm(commandId: string, session: string, signed: Signed): Promise<boolean> {
      const done = await sql`update box_opening set second_session = ${session},
          second_signed = ${JSON.stringify(signed)}::jsonb, confirmed_at = now()
        where command_id = ${commandId}::bigint and confirmed_at is null returning 1`.execute(db);
      return done.rows.length > 0;
    },
  };
}
