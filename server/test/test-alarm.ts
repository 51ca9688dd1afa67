import { sql } from "kysely";
import type { Db } from "../src/platform/store/database.ts";

/** An open alarm of a device straight into the database, for tests that are about what follows. */
export async function addAlarm(db: Db, deviceId: number, name: string): Promise<number> {
  const added = await sql<{ id: number }>`
    insert into alarm (origin, device_id, unit_id, type_key, name, name_zh, source, identifier, operator, severity,
      began_at, raised_at, last_at, open_since)
    select 'test/' || ${name}::text, d.id, d.unit_id, p.type_key, ${name}, '', 'event', 'noLiquid', 'gt', 'major',
      now(), now(), now(), now()
    from device d join product p on p.id = d.product_id where d.id = ${deviceId} returning id`.execute(db);
  const [row] = added.rows;
  if (row === undefined) throw new Error("device not found");
  return row.id;
}
