import { originOf } from "@tracewater/contract/fleet/alarm-sources";
import { silentMinutes } from "@tracewater/contract/system/displays";
import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

export type SilentDisplay = { id: number; name: string; heartbeatAt: number };

const prefix = originOf("displaySilent", "");
/** One that has never reported is still being set up. */
const isSilent = sql`d.revoked_at is null
  and d.heartbeat_at < now() - make_interval(mins => ${silentMinutes}::int)`;

/** Displays that report no more, and the alarms of those that do again. */
export function createDisplaySilenceStore(db: Db) {
  return {
    /** Of those without an open alarm, the longest silent first. */
    async listSilent(limit: number): Promise<SilentDisplay[]> {
      const { rows } = await sql<SilentDisplay>`
        select d.id, d.name, ${epochMs("d.heartbeat_at")} as heartbeat_at from display d
        where ${isSilent} and not exists (select from alarm a where a.display_id = d.id
          and a.display_id is not null and a.origin = ${prefix}::text || d.id and a.cleared_at is null)
        order by d.heartbeat_at, d.id limit ${limit}`.execute(db);
      return rows;
    },

    /** Origins of open alarms whose display reports again or was revoked. */
    async listEnded(limit: number): Promise<string[]> {
      const { rows } = await sql<{ origin: string }>`
        select a.origin from alarm a join display d on d.id = a.display_id
        where a.display_id is not null and a.cleared_at is null and a.source = 'displaySilent' and not (${isSilent}) limit ${limit}`.execute(
        db,
      );
      return rows.map(({ origin }) => origin);
    },
  };
}
