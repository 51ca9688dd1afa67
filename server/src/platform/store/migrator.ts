import { type MigrationProvider, Migrator } from "kysely";
import { firstTables } from "../../../migrations/0001-first-tables.ts";
import { samplingPointFields } from "../../../migrations/0002-sampling-point-fields.ts";
import { people } from "../../../migrations/0003-people.ts";
import { unitsAndLicences } from "../../../migrations/0004-units-and-licences.ts";
import { settings } from "../../../migrations/0005-settings.ts";
import { chainsAndLogs } from "../../../migrations/0006-chains-and-logs.ts";
import { shippedModels } from "../../../migrations/0007-shipped-models.ts";
import { searchOfPeople } from "../../../migrations/0008-search-of-people.ts";
import type { Log } from "../log.ts";
import type { Db } from "./database.ts";

const migrations: MigrationProvider = {
  getMigrations: async () => ({
    "0001-first-tables": firstTables,
    "0002-sampling-point-fields": samplingPointFields,
    "0003-people": people,
    "0004-units-and-licences": unitsAndLicences,
    "0005-settings": settings,
    "0006-chains-and-logs": chainsAndLogs,
    "0007-shipped-models": shippedModels,
    "0008-search-of-people": searchOfPeople,
  }),
};

/** Brings the store to this version's tables. Locks: several starters at once are safe. */
export async function migrate(db: Db, log: Log): Promise<void> {
  // Without the name plugin: the migrator's own tables keep the names it gives them.
  const { error, results } = await new Migrator({
    db: db.withoutPlugins(),
    provider: migrations,
    // Until the first release: migrations are numbered by their area and come in any order.
    allowUnorderedMigrations: true,
  }).migrateToLatest();
  for (const result of results ?? []) {
    if (result.status === "Success") log.info({ migration: result.migrationName }, "migrated");
  }
  if (error !== undefined) throw error;
}
