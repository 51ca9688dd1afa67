import { createMenuFeature } from "../features/system/menu/menu.feature.ts";
import { DataFolderError, takeDataFolder } from "../platform/data-folder.ts";
import type { Env } from "../platform/env.ts";
import type { Log } from "../platform/log.ts";
import { openSecretBox } from "../platform/secret-box.ts";
import type { Database } from "../platform/store/database.ts";
import { type OpenStore, openStore, openStoreBeside } from "../platform/store/open-store.ts";
import { type Core, createCore } from "./core.ts";
import { watchForStop } from "./stop-request.ts";

/**
 * Gives a command the services on the store of DATA_DIR, whether the platform runs or not: beside a running one
 * its store is used, else the store is started for the while. On SIGTERM the work is left where it is, and the store
 * stopped in order.
 */
export async function withCore<T>(
  options: { env: Env; log: Log },
  work: (core: Core, database: Database, store: OpenStore) => Promise<T>,
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
  work: (core: Core, database: Database, store: OpenStore) => Promise<T>,
): Promise<T> {
  const { env, log } = options;
  const beside = env.DATABASE_URL === undefined ? await openStoreBeside(storeOptions(env, log)) : null;
  if (beside !== null) return run(beside, options, work);
  const folder = await takeDataFolder(env.DATA_DIR).catch((error: unknown) => {
    // A store of its own takes guests; whoever holds the folder has made the keys that are read from it.
    const isHeld = error instanceof DataFolderError && error.code === "held";
    if (env.DATABASE_URL !== undefined && isHeld) return null;
    throw error;
  });
  try {
    return await run(await openStore(storeOptions(env, log)), options, work);
  } finally {
    await folder?.release();
  }
}

async function run<T>(
  store: OpenStore,
  { env, log }: { env: Env; log: Log },
  work: (core: Core, database: Database, store: OpenStore) => Promise<T>,
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
