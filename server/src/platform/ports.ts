import type { Server } from "node:net";
import { errorCode } from "./error-code.ts";

/** A sentence for the operator about a port that was asked for by name and cannot be had. */
export class PortError extends Error {}

/**
 * Listens on the port that was asked for, or on the usual one, or, where that is taken and nobody asked for it by
 * name, on a free one. Gives the port that it got.
 */
export async function listenOn(where: AskedPort, listen: (port: number) => Promise<number>): Promise<number> {
  try {
    return await listen(where.asked ?? where.defaultPort);
  } catch (error) {
    if (where.asked === undefined && errorCode(error) === "EADDRINUSE") return listen(0);
    throw new PortError(explain(error, where));
  }
}

/** Which port, who asks for it, and on which address. */
export type AskedPort = { host: string; asked: number | undefined; defaultPort: number; variable: string };

/** Opens a plain TCP server; the port that it got. */
export function listenTcp(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // When all devices come back at once they wait here, and not for the second knock of their TCP a second later.
    server.listen({ port, host, backlog: 8192 }, () => {
      server.removeListener("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function explain(error: unknown, where: AskedPort): string {
  const port = where.asked ?? where.defaultPort;
  if (errorCode(error) === "EADDRINUSE") {
    return `The port ${port} (${where.variable}) is already in use on ${where.host}. Choose another one, or remove ${where.variable}.`;
  }
  if (errorCode(error) === "EACCES")
    return `This user is not allowed to open port ${port} (${where.variable}). Choose a port above 1023.`;
  if (errorCode(error) === "EADDRNOTAVAIL" || errorCode(error) === "ENOTFOUND") {
    return `The address ${where.host} (HOST) is not an address of this machine.`;
  }
  return `The port ${port} (${where.variable}) cannot be opened: ${error instanceof Error ? error.message : String(error)}.`;
}
