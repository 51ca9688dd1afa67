import { parseArgs } from "node:util";
import { openStoreBeside } from "../platform/store/open-store.ts";
import { type CommandContext, CommandError } from "./command-error.ts";
import { fillLaboratory } from "./measure-assays.store.ts";
import { settleTables } from "./settle-tables.store.ts";

const filled = ["bottle", "sample_delivery", "delivery_sample", "water_sampling", "assay", "load_result"];

/** `measure-assays`, beside a running platform: fills its laboratory with samples of 18 analytes, deliveries and loads. */
export async function measureAssaysCommand({ env, log, args }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { assays: { type: "string", default: "200000" } },
  });
  const store = await openStoreBeside({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log });
  if (store === null) throw new CommandError("no platform runs on this folder");
  try {
    await fillLaboratory(store.database.db, Math.ceil(Number(values.assays) / 18));
    await settleTables(store.owner, filled);
  } finally {
    await store.close();
  }
  return 0;
}
