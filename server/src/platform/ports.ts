import type { Server } from "node:net";

/** A sentence for the operator about a port that was asked for by name and cannot be had. */
export class PortError extends Error {}

/**
 * Listens on the port that was asked for, or on the usual one, or, where that is taken and nobody asked for it by
 * name, on a free one. Gives the port that it got.
 */
export async function listenOn(where: AskedPort, listen: (port: number) => Promise<number>): Promise<number> {
  try {
    return await listen(where.asked ?? where.usual);
  } catch (error) {
    if (where.asked === undefined && codeOf(error) === "EADDRINUSE") return listen(0);
    throw new PortError(explain(error, where));
  }
}

/** Which port, who asks for it, and on which address. */
export type AskedPort = { host: string; asked: number | undefined; usual: number; variable: string };

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
  const port = where.asked ?? where.usual;
  if (codeOf(error) === "EADDRINUSE") {
    return `The port ${port}, which ${where.variable} asks for, is taken on ${where.host}. Choose another, or leave ${where.variable} out.`;
  }
  if (codeOf(error) === "EACCES")
    return `The port ${port} (${where.variable}) may not be opened by this user.`;
  if (codeOf(error) === "EADDRNOTAVAIL" || codeOf(error) === "ENOTFOUND") {
    return `The address ${where.host} (HOST) is not one of this machine.`;
  }
  return `The port ${port} (${where.variable}) cannot be opened: ${error instanceof Error ? error.message : String(error)}.`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
