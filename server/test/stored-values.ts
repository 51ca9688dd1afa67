import { sql } from "kysely";
import type { Db } from "../src/platform/store/database.ts";

/** What is in the database of one device, oldest first; times in epoch milliseconds. */
export type StoredRow = { identifier: string; at: number; value: unknown; flags: number };

export async function storedValues(db: Db, deviceId: number, table = "telemetry"): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select m.identifier, (extract(epoch from t.ts) * 1000)::float8 as at, t.flags,
      case when t.value is not null then to_jsonb(t.value) else t.value_json end as value
    from ${sql.table(table)} t join metric m on m.id = t.metric
    where t.device_id = ${deviceId} order by t.ts, m.identifier`.execute(db);
  return rows;
}
