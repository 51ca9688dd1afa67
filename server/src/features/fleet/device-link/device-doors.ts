import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { listenOn, listenTcp } from "../../../platform/ports.ts";
import type { Tls } from "../../../platform/tls.ts";
import { createFrameGuard } from "./frame-guard.ts";
import { LinkBreach } from "./uplink-route.ts";

/** Where devices knock: the plain door, and the one with TLS where there is a certificate. */
export type DoorPlaces = {
  plain: { host: string; port: number | undefined };
  tls: { host: string; port: number | undefined; files: Tls } | null;
};

/** Who says nothing in this time of the handshake is let go. */
const handshakeMs = 10_000;

/** Bytes of a packet: a payload of 256 kB with its topic, and as much as a CONNECT ever needs. */
const largestPacket = { first: 8 * 1024, later: 257 * 1024 };

/** When ten thousand knock at once, what else the server does has its turn after each so many. */
const mostInATurn = 32;

/** The ports that devices connect to; every connection that came through them is handed on, and ends with them. */
export function createDeviceDoors(take: (connection: Socket) => void) {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const inTurn = createTurns();

  /** A connection is not read before its turn: what it sends costs most. */
  function handle(socket: Socket): void {
    inTurn(() => {
      if (!socket.destroyed) take(endingInTurn(guarded(socket), inTurn));
    });
  }

  /** Of raw connections too: one that never ends its handshake would keep the door from closing. */
  function watch(server: Server): Server {
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    servers.push(server);
    return server;
  }

  return {
    async open(places: DoorPlaces): Promise<{ mqtt: number; mqtts: number | null }> {
      const { plain, tls } = places;
      const plainServer = watch(createServer({ noDelay: true, pauseOnConnect: true }, handle));
      const mqtt = await listenOn(
        { host: plain.host, asked: plain.port, usual: 1883, variable: "MQTT_PORT" },
        (port) => listenTcp(plainServer, plain.host, port),
      );
      if (tls === null) return { mqtt, mqtts: null };
      const tlsServer = watch(
        createTlsServer({ ...tls.files, noDelay: true, handshakeTimeout: handshakeMs }, handle),
      );
      const mqtts = await listenOn(
        { host: tls.host, asked: tls.port, usual: 8883, variable: "MQTT_TLS_PORT" },
        (port) => listenTcp(tlsServer, tls.host, port),
      );
      return { mqtt, mqtts };
    },

    /** Nobody else comes in. */
    shut(): void {
      for (const server of servers) server.close();
    },

    letGo(): void {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** What comes thousandfold is done some at a time, and what else the server does has its turn in between. */
function createTurns() {
  const waiting: (() => void)[] = [];
  function doSome(): void {
    for (const work of waiting.splice(0, mostInATurn)) work();
    if (waiting.length > 0) setImmediate(doSome);
  }
  return (work: () => void): void => {
    if (waiting.push(work) === 1) setImmediate(doSome);
  };
}

/** The same connection, whose end waits for its turn: ten thousand that break in one moment held up all else for half a second. */
function endingInTurn(socket: Socket, inTurn: (work: () => void) => void): Socket {
  const destroy = socket.destroy.bind(socket);
  let isEnding = false;
  socket.destroy = (error) => {
    if (!isEnding) inTurn(() => destroy(error));
    isEnding = true;
    return socket;
  };
  return socket;
}

/** The same connection, which ends where a packet is announced that is too long: it is never gathered. */
function guarded(socket: Socket): Socket {
  const guard = createFrameGuard(largestPacket);
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const bytes: unknown = read(size);
    if (!Buffer.isBuffer(bytes) || guard.see(bytes)) return bytes;
    socket.destroy(new LinkBreach("a packet that is too long"));
    return null;
  };
  return socket;
}
