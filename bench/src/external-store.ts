import { readFile } from "node:fs/promises";
import pg from "pg";

/** A database of a bench's own on a PostgreSQL that somebody else runs. */
export type ExternalStore = {
  /** Its process on this machine; "none" where it runs on another: its work is then not counted. */
  postmaster: string;
  drop(): Promise<void>;
};

let made = 0;

/**
 * Where DATABASE_URL names a PostgreSQL, a database is made there for one platform, and DATABASE_URL names that one
 * until it is dropped; null where the platform is to have its embedded store.
 */
export async function makeExternalStore(): Promise<ExternalStore | null> {
  const given = process.env["DATABASE_URL"];
  if (given === undefined) return null;
  made += 1;
  const name = `tracewater_bench_${process.pid}_${made}`;
  const own = new URL(given);
  own.pathname = `/${name}`;
  const postmaster = await onStore(given, async (client) => {
    await client.query(`create database ${name}`);
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return parentOf(rows[0]?.pid ?? 0); // while it is connected
  });
  process.env["DATABASE_URL"] = own.href;
  return {
    postmaster,
    async drop() {
      process.env["DATABASE_URL"] = given;
      await onStore(given, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

async function onStore<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** proc(5): the fourth field; the name before it is in brackets. */
async function parentOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat === "" ? "none" : (stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "none");
}
