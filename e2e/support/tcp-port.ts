import { createServer, type Server } from "node:net";
import { cleanUpLater } from "./clean-up.ts";

/** A port that somebody else holds until the file's tests are over; null where it is taken already. Takes no calls. */
export async function holdPort(port = 0): Promise<number | null> {
  const server = createServer();
  const isHeld = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isHeld) return null;
  cleanUpLater(() => server.close());
  return portOf(server);
}

/** A port on which nobody listens a moment later. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
