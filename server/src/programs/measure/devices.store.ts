import { sql } from "kysely";
import type { Db } from "../../platform/store/database.ts";

/** A fleet in use: of ten devices seven are connected, two have been, and one is still in its box. */
export async function prepareDevices(db: Db): Promise<void> {
  await sql`update device set activated_at = created_at, last_online_at = now() where id % 10 <> 0`.execute(
    db,
  );
  await sql`insert into device_session (device_id, node, epoch, since)
    select id, 'measure', 1, now() from device where id % 10 < 8 and id % 10 <> 0 on conflict do nothing`.execute(
    db,
  );
}
