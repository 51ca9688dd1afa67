import pg from "pg";
import type { Log } from "../log.ts";
import type { StoreGate } from "./store-gate.ts";

const everyMs = 400;
/** Longer than any pause of a healthy store, short enough to answer 503 within two seconds. */
const patienceMs = 1200;

/**
 * Asks the store over a connection of its own whether it still answers: a PostgreSQL that is frozen, or behind a
 * dead network, keeps its connections open and tells nobody.
 */
export function startStoreProbe(options: { connection: pg.ClientConfig; gate: StoreGate; log: Log }): {
  stop(): Promise<void>;
} {
  const { gate, log } = options;
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isUp = true;

  function tell(up: boolean): void {
    if (up !== isUp) log.warn(up ? "the store answers again" : "the store does not answer");
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
    const patience = setTimeout(() => tell(false), patienceMs);
    // A connection that broke may be one of the run before: only a new one tells whether the store is there.
    const answered = (client !== null && (await asks(false))) || (await asks(true));
    clearTimeout(patience);
    if (stopped) return client?.end().catch(() => undefined);
    tell(answered);
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
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: patienceMs });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
