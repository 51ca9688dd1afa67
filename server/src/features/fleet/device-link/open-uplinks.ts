import type { Client } from "aedes";

/**
 * Which connections are read. One with an open uplink is not, until that is committed: its device waits by
 * back-pressure of TCP, and what it sends meanwhile stays with it. Aedes alone goes on reading with every chunk of a
 * packet that is larger than the buffer of a socket. While the write queues are crowded nobody is read.
 */
export type OpenUplinks = {
  begin(client: Client): void;
  /** Before the client hears that its uplink is done: it reads on then. */
  end(client: Client): void;
  mayRead(connection: Connection): boolean;
  stop(): void;
};

/** Of messages in one write queue: beyond the first nobody is read, beyond the second who sends on is let go. */
export const crowdedBytes = 24 * 1024 * 1024;
export const maxWaitingBytes = 2 * crowdedBytes;

type Connection = Client["conn"];

const lookAgainMs = 100;
/** The shortest keep-alive is 30 s. */
const refreshEveryMs = 10_000;

export function createOpenUplinks(options: { isCrowded: () => boolean }): OpenUplinks {
  const { isCrowded } = options;
  const open = new Map<Connection, { client: Client; count: number }>();
  const held = new Set<Connection>();
  let looking: NodeJS.Timeout | null = null;

  /** Anyone who is not read sends no sign of life that could be seen: it is us who make it wait. */
  const refreshing = setInterval(() => {
    for (const { client } of open.values()) refreshKeepAlive(client);
  }, refreshEveryMs).unref();

  function lookAgain(): void {
    looking = null;
    const waiting = isCrowded() ? [] : [...held];
    for (const connection of waiting) {
      held.delete(connection);
      connection.emit("readable");
    }
    if (held.size > 0) looking = setTimeout(lookAgain, lookAgainMs).unref();
  }

  return {
    begin(client) {
      const one = open.get(client.conn) ?? { client, count: 0 };
      one.count += 1;
      open.set(client.conn, one);
    },
    end(client) {
      const one = open.get(client.conn);
      if (one === undefined) return;
      one.count -= 1;
      if (one.count === 0) open.delete(client.conn);
    },
    mayRead(connection) {
      if (open.has(connection)) return false;
      if (!isCrowded()) return true;
      held.add(connection);
      looking ??= setTimeout(lookAgain, lookAgainMs).unref();
      return false;
    },
    stop() {
      clearInterval(refreshing);
      if (looking !== null) clearTimeout(looking);
    },
  };
}

/** Aedes has no word for it: the timer is a field of its client. */
function refreshKeepAlive(client: Client): void {
  const timer: unknown = Reflect.get(client, "_keepaliveTimer");
  if (
    typeof timer === "object" &&
    timer !== null &&
    "refresh" in timer &&
    typeof timer.refresh === "function"
  )
    timer.refresh();
}
