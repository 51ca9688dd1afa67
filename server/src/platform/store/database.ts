import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from "kysely";
import pg from "pg";
import type { Log } from "../log.ts";
import { namingClient } from "./planned-once.ts";
import { markLostConnection } from "./store-errors.ts";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
/** A transaction that its caller began and will end. */
export type Trx = Transaction<Tables>;

export type Database = {
  db: Db;
  /** For what a query builder cannot say: COPY and its surrounding transaction. */
  pool: pg.Pool;
  /** How to open a connection of one's own, outside the pool. */
  connection: pg.ClientConfig;
  isUp(): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Opens the pool. No statement of a request may run longer than 30 s, nor wait longer than 2 s for a
 * connection: while the database is unavailable callers get their 503 soon.
 */
export function openDatabase(connection: pg.ClientConfig, log: Log, size = 10): Database {
  const config: pg.ClientConfig = { application_name: "tracewater", ...connection };
  const pool = new pg.Pool({
    ...config,
    max: size,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    keepAlive: true,
  });
  // Without a listener the loss of an idle connection would end the process. At the end of the pool it is no loss: the
  // database may be stopped before the last connection has said goodbye.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ reason: error.message }, "a database connection was lost");
  });
  // The pool listens to idle connections only; one that breaks between two statements of its user would end it too.
  pool.on("connect", (client) => client.on("error", markLostConnection));
  // Kysely keeps what it knows of a connection by this object.
  const naming = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const connect = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      markLostConnection(error);
      throw error;
    });
    const known = naming.get(client) ?? namingClient(client);
    naming.set(client, known);
    return known;
  };
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return {
    db,
    pool,
    connection: config,
    isUp: () =>
      pool.query("select 1").then(
        () => true,
        () => false,
      ),
    close: () => db.destroy(),
  };
}
