import pg from "pg";
import { cleanUpLater } from "./clean-up.ts";
import { readPostmaster } from "./data-folder.ts";
import { waitUntil } from "./wait-until.ts";

/** A look into the database past the platform: the proof of what is really kept. */
export type DatabaseView = {
  rows<T extends object>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
};

/** Opens the embedded database of a DATA_DIR, or the one that a URL names. */
export async function openDatabaseView(where: { dataDir: string } | { url: string }): Promise<DatabaseView> {
  const config = "url" in where ? { connectionString: where.url } : await socketOf(where.dataDir);
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  let isOpen = true;
  const close = async () => {
    if (isOpen) await client.end();
    isOpen = false;
  };
  cleanUpLater(close);
  return {
    rows: async <T extends object>(sql: string, values: unknown[] = []) =>
      (await client.query<T>(sql, values)).rows,
    close,
  };
}

async function socketOf(dataDir: string): Promise<pg.ClientConfig> {
  const { socketFolder } = await waitUntil("the store runs", () => readPostmaster(dataDir));
  return { host: socketFolder, port: 5432, user: "tracewater", database: "tracewater" };
}
