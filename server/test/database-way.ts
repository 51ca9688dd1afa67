import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";

/** A way to the database that can be cut, and that counts what goes over it. */
export type DatabaseWay = {
  config: pg.ClientConfig;
  /** The next COMMIT is done by the database, and nobody hears so. */
  loseNextCommit(): void;
  /** How often the database answered since this was asked last: round trips. */
  takeRoundTrips(): number;
  close(): void;
};

/** PostgreSQL documentation, "Message Formats": how ReadyForQuery begins, and the tag of CommandComplete. */
const ready = "Z\0\0\0\u0005";
const committed = "COMMIT\0";

export async function openDatabaseWay(owner: pg.ClientConfig): Promise<DatabaseWay> {
  const { host, port, user, database, password } = new pg.Client(owner);
  let isLosing = false;
  let answered = 0;
  const server = createServer((near) => {
    const far: Socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    near.on("data", (bytes: Buffer) => far.write(bytes));
    far.on("data", (bytes: Buffer) => {
      if (isLosing && bytes.includes(committed)) {
        isLosing = false;
        near.resetAndDestroy();
        far.destroy();
        return;
      }
      answered += bytes.toString("latin1").split(ready).length - 1;
      near.write(bytes);
    });
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  return {
    config: { host: "127.0.0.1", port: own, user, database, ...(password === null ? {} : { password }) },
    loseNextCommit() {
      isLosing = true;
    },
    takeRoundTrips() {
      const taken = answered;
      answered = 0;
      return taken;
    },
    close: () => server.close(),
  };
}
