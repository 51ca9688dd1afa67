import { createMenuFeature } from "../features/system/menu/menu.feature.ts";
import { DataFolderError, takeDataFolder } from "../platform/data-folder.ts";
import type { Env } from "../platform/env.ts";
import type { Log } from "../platform/log.ts";
import { openSecretBox } from "../platform/secret-box.ts";
import type { Database } from "../platform/store/database.ts";
import { type OpenPostgres, openPostgres, openPostgresAlongside } from "../platform/store/open-postgres.ts";
import { type Core, createCore } from "./core.ts";
import { watchForStop } from "./stop-request.ts";

/**
 * Gives a command the services on the database of DATA_DIR, whether the platform runs or not: alongside a running one
 * its store is used, else the database is started for the while. On SIGTERM the work is left where it is, and the
 * database stopped in order.
 */
export async function withCore<T>(
  options: { env: Env; log: Log },
  work: (core: Core, database: Database, store: OpenPostgres) => Promise<T>,
): Promise<T> {
  const stop = watchForStop();
  try {
    return await open(options, (core, database, store) =>
      Promise.race([work(core, database, store), stop.asked]),
    );
  } finally {
    stop.release();
  }
}

async function open<T>(
  options: { env: Env; log: Log },
  work: (core: Core, database: Database, store: OpenPostgres) => Promise<T>,
): Promise<T> {
  const { env, log } = options;
  const alongside =
    env.DATABASE_URL === undefined ? await openPostgresAlongside(storeOptions(env, log)) : null;
  if (alongside !== null) return run(alongside, options, work);
  const folder = await takeDataFolder(env.DATA_DIR).catch((error: unknown) => {
    // A database of its own takes guests; anyone who holds the folder has made the keys that are read from it.
    const isHeld = error instanceof DataFolderError && error.code === "held";
    if (env.DATABASE_URL !== undefined && isHeld) return null;
    throw error;
  });
  try {
    return await run(await openPostgres(storeOptions(env, log)), options, work);
  } finally {
    await folder?.release();
  }
}

async function run<T>(
  store: OpenPostgres,
  { env, log }: { env: Env; log: Log },
  work: (core: Core, database: Database, store: OpenPostgres) => Promise<T>,
): Promise<T> {
  try {
    const secrets = await openSecretBox(env.DATA_DIR, env.SECRET_KEY_FILE);
    const core = createCore({ database: store.database, secrets, log, zone: env.TZ, now: Date.now });
    await createMenuFeature({ db: store.database.db }).ensureBuiltIn();
    await core.products.ensureShipped();
    return await work(core, store.database, store);
  } finally {
    await store.close();
  }
}

function storeOptions(env: Env, log: Log) {
  return { databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log, poolSize: 4 };
}
