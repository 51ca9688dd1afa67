import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** Makes a command of the history one that its device accepted at that moment, as if it had been there. */
export function answerAt(db: Db) {
  return async (commandId: string, atMs: number): Promise<void> => {
    const at = new Date(atMs);
    await sql`
      with answered as (update command set state = 'replied', attempts = 1, code = 200, reply = '{}'::jsonb,
          queued_at = ${at}, sent_at = ${at}, acknowledged_at = ${at}, finished_at = ${at}
        where id = ${commandId} and state = 'queued' returning id, node)
      insert into command_step (command_id, at, step, attempt, node, code)
      select id, ${at}, 'replied', 1, node, 200 from answered`.execute(db);
  };
}
