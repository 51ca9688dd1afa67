import { Client } from "pg";
import { errorCode } from "../error-code.ts";
import { DATABASE, ROLE } from "./init-cluster.ts";

/** `host` is the folder of the unix socket. */
export type Connection = { host: string; port: number; user: string; database: string };

export function connectionTo(socketFolder: string, port: number): Connection {
  return { host: socketFolder, port, user: ROLE, database: DATABASE };
}

/**
 * "ready": it takes queries. "missing": it does, but our database is not there yet. "busy": it answers that it is
 * starting, stopping, recovering or full. "silent": no answer at all.
 */
export async function probe(to: Connection): Promise<"ready" | "missing" | "busy" | "silent"> {
  try {
    await query(to, "select 1");
    return "ready";
  } catch (error) {
    // https://www.postgresql.org/docs/18/errcodes-appendix.html
    const code = errorCode(error);
    if (code === "3D000") return "missing";
    return /^(57P|53)/.test(code) ? "busy" : "silent";
  }
}

export async function makeDatabase(at: Connection): Promise<void> {
  try {
    await query({ ...at, database: "postgres" }, `create database ${at.database}`);
  } catch (error) {
    if (errorCode(error) !== "42P04") throw error;
  }
}

async function query(to: Connection, sql: string): Promise<void> {
  // A hung postmaster still accepts, since the kernel does; so both waits need an end.
  const client = new Client({ ...to, ssl: false, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  // A connection that breaks later than its query would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}
