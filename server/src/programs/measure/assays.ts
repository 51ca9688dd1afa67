import { parseArgs } from "node:util";
import { openPostgresAlongside } from "../../platform/store/open-postgres.ts";
import { type CommandContext, CommandError } from "../command-error.ts";
import { waitForTables } from "../wait-for-tables.store.ts";
import { fillLaboratory } from "./assays.store.ts";

const filled = ["bottle", "sample_delivery", "delivery_sample", "water_sampling", "assay", "load_result"];

/**
 * `measure-assays`, alongside a running platform: fills its laboratory with samples of 18 analytes, deliveries and
 * loads.
 */
export async function measureAssaysCommand({ env, log, args }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { assays: { type: "string", default: "200000" } },
  });
  const store = await openPostgresAlongside({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log });
  if (store === null) throw new CommandError("no platform is running on this data folder");
  try {
    await fillLaboratory(store.database.db, Math.ceil(Number(values.assays) / 18));
    await waitForTables(store.owner, filled);
  } finally {
    await store.close();
  }
  return 0;
}
