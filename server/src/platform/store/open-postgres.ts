import { dirname } from "node:path";
import pg from "pg";
import { watchFreeSpace } from "../embedded-postgres/free-space.ts";
import { findRunning, startEmbeddedPostgres } from "../embedded-postgres/supervisor.ts";
import type { Log } from "../log.ts";
import { type Database, openDatabase } from "./database.ts";
import { createDatabaseGate, type DatabaseGate } from "./database-gate.ts";
import { startDatabaseProbe } from "./database-probe.ts";
import { migrate } from "./migrator.ts";
import { connectAsProgram, embeddedProgram } from "./program-role.ts";

/** A sentence for the operator about a store that cannot be used. */
export class DatabaseError extends Error {}

export type OpenPostgres = {
  kind: "embedded" | "postgres";
  /** As the program's own role, see program-role.ts. */
  database: Database;
  /** As the owner of the tables. */
  owner: pg.ClientConfig;
  gate: DatabaseGate;
  close(): Promise<void>;
};

type Options = { databaseUrl: string | undefined; dataDir: string; log: Log; poolSize?: number };

const megabyte = 1024 * 1024;
const lowBytes = 300 * megabyte;
const ballastBytes = 64 * megabyte;

/** Opens the database that the environment names, the embedded one by default, and brings its tables up to date. */
export async function openPostgres(options: Options): Promise<OpenPostgres> {
  return options.databaseUrl === undefined ? openEmbedded(options) : openExternal(options);
}

/** Brings the tables up to date as their owner; from then on the program works as its own role. */
async function openMigrated(
  owner: pg.ClientConfig,
  isEmbedded: boolean,
  { log, poolSize }: Options,
): Promise<Database> {
  const first = openDatabase(owner, log, 1);
  try {
    await migrate(first.db, log);
  } finally {
    await first.close();
  }
  return openDatabase(await connectAsProgram(owner, { isEmbedded, log }), log, poolSize);
}

/** The same for a command alongside a platform: of one that runs on this folder the database is shared. */
export async function openPostgresAlongside(options: Options): Promise<OpenPostgres | null> {
  if (options.databaseUrl !== undefined) return openPostgres(options);
  const running = await findRunning(options.dataDir);
  if (running === null) return null;
  const database = openDatabase(embeddedProgram(running), options.log, options.poolSize);
  return {
    kind: "embedded",
    database,
    owner: running,
    gate: createDatabaseGate(),
    close: () => database.close(),
  };
}

async function openEmbedded(options: Options): Promise<OpenPostgres> {
  const { dataDir, log } = options;
  const gate = createDatabaseGate();
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: (level, message, fields) => log[level](fields ?? {}, message),
    onState: (state) => gate.setUp(state.state === "up"),
  });
  const database = await openMigrated(postgres.connection, true, options).catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  const space = await watchFreeSpace({
    folder: dirname(postgres.clusterFolder),
    lowBytes,
    ballastBytes,
    everyMs: 2000,
    onChange(state) {
      gate.setRoom(state.state === "enough");
      if (state.state === "low")
        log.error({ freeBytes: state.freeBytes }, "the disk is almost full; writes are refused");
    },
  });
  const probe = startDatabaseProbe({ connection: postgres.connection, gate, log });
  return {
    kind: "embedded",
    database,
    owner: postgres.connection,
    gate,
    async close() {
      await probe.stop();
      await database.close();
      await space.stop();
      await postgres.stop();
    },
  };
}

async function openExternal(options: Options): Promise<OpenPostgres> {
  const { databaseUrl, log } = options;
  const connection: pg.ClientConfig = { connectionString: withoutCompiling(databaseUrl ?? "") };
  await checkAnswers(connection, databaseUrl ?? "");
  const database = await openMigrated(connection, false, options);
  const gate = createDatabaseGate();
  const probe = startDatabaseProbe({ connection, gate, log });
  return {
    kind: "postgres",
    database,
    owner: connection,
    gate,
    async close() {
      await probe.stop();
      await database.close();
    },
  };
}

async function checkAnswers(connection: pg.ClientConfig, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const version = await client.query<{ number: string }>(
      "select current_setting('server_version_num') as number",
    );
    if (Number(version.rows[0]?.number ?? 0) < 140_000) {
      throw new DatabaseError("The PostgreSQL at DATABASE_URL is older than version 14.");
    }
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const reason = error instanceof AggregateError ? error.errors.map(String).join(", ") : String(error);
    throw new DatabaseError(
      `The PostgreSQL at DATABASE_URL (${withoutPassword(databaseUrl)}) does not respond: ${reason}.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Compiling the statement of a page takes half a second where running it takes 15 ms, and PostgreSQL does so by
 * default; the embedded one never does. What the address itself says of it is.
 */
function withoutCompiling(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options");
  url.searchParams.set("options", given === null ? "-c jit=off" : `-c jit=off ${given}`);
  return url.toString();
}

function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = url.password === "" ? "" : "***";
  return url.toString();
}
