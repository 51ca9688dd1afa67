import { once } from "node:events";
import type { Server, Socket } from "node:net";

/** Opens a server on a port of loopback that nobody chose; closing it lets go of all its sockets. */
export async function openLoopback(server: Server, sockets: ReadonlySet<Socket>) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  return {
    port: typeof at === "object" && at !== null ? at.port : 0,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
