import { sql } from "kysely";
import type { Db } from "../../platform/store/database.ts";

/** The firmware that each of these devices runs by its own word, by their names. */
export async function listRunningFirmware(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; version: string }>`
    select device_name as name, firmware as version from device
    where device_name = any(${[...names]}::text[]) and firmware is not null`.execute(db);
  return new Map(rows.map(({ name, version }) => [name, version]));
}
