import pg from "pg";
import type { Log } from "../log.ts";

/** What one node notifies all of them through the database (LISTEN and NOTIFY), itself included, with its commits. */
export type PgNotifications = {
  on(channel: string, listener: (payload: string) => void): void;
  /** After the connection broke something may have been missed: anyone who listens looks into the database again. */
  onGap(listener: () => void): void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const retryMs = 1000;

/** A connection of its own that listens; it comes back by itself. */
export function createPgNotifications(options: { connection: pg.ClientConfig; log: Log }): PgNotifications {
  const { log } = options;
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const gaps: (() => void)[] = [];
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopping = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...options.connection, connectionTimeoutMillis: 2000, keepAlive: true });
    fresh.on("error", () => undefined);
    fresh.on("end", () => {
      if (client === fresh) comeBack();
    });
    fresh.on("notification", ({ channel, payload = "" }) => ring(channel, payload));
    await fresh.connect();
    for (const channel of listeners.keys()) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    client = fresh;
  }

  function ring(channel: string, payload: string): void {
    for (const listener of listeners.get(channel) ?? []) {
      try {
        listener(payload);
      } catch (error) {
        log.error({ err: error, channel }, "a listener failed");
      }
    }
  }

  function comeBack(): void {
    client = null;
    if (stopping) return;
    timer = setTimeout(() => {
      connect().then(
        () => {
          for (const listener of gaps) listener();
        },
        () => comeBack(),
      );
    }, retryMs).unref();
  }

  return {
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
    onGap: (listener) => void gaps.push(listener),
    async start() {
      await connect().catch(() => comeBack());
    },
    async stop() {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
