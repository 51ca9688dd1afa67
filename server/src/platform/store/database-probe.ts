import pg from "pg";
import type { Log } from "../log.ts";
import type { DatabaseGate } from "./database-gate.ts";

const everyMs = 400;
/** Longer than any pause of a healthy database, short enough to answer 503 within two seconds. */
const timeoutMs = 1200;

/**
 * Asks the database over a connection of its own whether it still answers: a PostgreSQL that is frozen, or behind a
 * dead network, keeps its connections open and notifies nobody.
 */
export function startDatabaseProbe(options: { connection: pg.ClientConfig; gate: DatabaseGate; log: Log }): {
  stop(): Promise<void>;
} {
  const { gate, log } = options;
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isUp = true;

  function reportState(up: boolean): void {
    if (up !== isUp) log.warn(up ? "the database responds again" : "the database does not respond");
    isUp = up;
    gate.setUp(up);
  }

  async function asks(fresh: boolean): Promise<boolean> {
    try {
      if (fresh) client = await connect(options.connection);
      await client?.query("select 1");
      return client !== null;
    } catch {
      client?.end().catch(() => undefined);
      client = null;
      return false;
    }
  }

  async function ask(): Promise<void> {
    const timeout = setTimeout(() => reportState(false), timeoutMs);
    // A connection that broke may be one of the run before: only a new one shows whether the database is there.
    const answered = (client !== null && (await asks(false))) || (await asks(true));
    clearTimeout(timeout);
    if (stopped) return client?.end().catch(() => undefined);
    reportState(answered);
    timer = setTimeout(ask, everyMs).unref();
  }

  void ask();
  return {
    async stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: timeoutMs });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
