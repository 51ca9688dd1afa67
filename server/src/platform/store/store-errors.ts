import pg from "pg";
import { DatabaseUnavailable } from "./database-gate.ts";

/**
 * Which errors mean that the database is away, decided where they arise: a socket of anything else (a webhook's
 * receiver, a mail server, a camera) fails with the same codes and says nothing of the database.
 */
const lostConnections = new WeakSet<object>();

/** Remembers an error of a database connection; to be used with what `connect` rejects and the event "error". */
export function markLostConnection(error: unknown): void {
  if (typeof error === "object" && error !== null) lostConnections.add(error);
}

/** Connects a client whose errors, now and later, count as the database's. */
export async function connectToDatabase(client: pg.Client): Promise<void> {
  client.on("error", markLostConnection);
  await client.connect().catch((error: unknown) => {
    markLostConnection(error);
    throw error;
  });
}

/** True where an error means that the database is away or going, not that the statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailable || lostConnections.has(error)) return true;
  if (error instanceof pg.DatabaseError)
    return unavailableCodes.has(error.code ?? "") || error.code?.startsWith("08") === true;
  return unavailableMessages.some((message) => error.message.includes(message));
}

/** Shutdown, crash and start of PostgreSQL (57P0x), too many connections, a full disk. */
const unavailableCodes = new Set(["57P01", "57P02", "57P03", "53300", "53100"]);

/** What the driver itself says of a connection that ended. */
const unavailableMessages = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
];
