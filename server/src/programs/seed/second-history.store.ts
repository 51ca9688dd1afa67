import { join } from "node:path";
import { sql } from "kysely";
import { findDatabaseHome } from "../../platform/embedded-postgres/supervisor.ts";
import type { Env } from "../../platform/env.ts";
import type { Db } from "../../platform/store/database.ts";
import { CommandError } from "../command-error.ts";

/**
 * The laboratory's history is made once: a second one would meet its own plans and samples. The demo asks for it where
 * its data folder has no credentials: its first start was cut off, or the folder was deleted and its database was not,
 * because it lies elsewhere. Deletes nothing, for it may be a platform in use.
 */
export async function refuseSecondHistory(db: Db, env: Env): Promise<void> {
  const plans = await sql`select 1 from sampling_plan limit 1`.execute(db);
  if (plans.rows.length === 0) return;
  const place =
    env.DATABASE_URL === undefined ? await foldersOf(env.DATA_DIR) : "the database of DATABASE_URL";
  throw new CommandError(
    `The database has sampling plans, but ${join(env.DATA_DIR, "fleet.json")} is missing: the demo was prepared before and its ` +
      `data folder deleted, or its first start was interrupted. Delete ${place} to begin again, or set DATA_DIR to another folder.`,
  );
}

async function foldersOf(dataDir: string): Promise<string> {
  const home = await findDatabaseHome(dataDir);
  return home === null || home.startsWith(dataDir) ? dataDir : `${dataDir} and ${home}`;
}
