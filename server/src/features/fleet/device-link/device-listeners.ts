import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { ConnectionBook } from "../../../platform/connection-book.ts";
import { listenOn, listenTcp } from "../../../platform/ports.ts";
import type { Tls } from "../../../platform/tls.ts";
import { createTurns } from "../../../platform/turns.ts";
import { createFrameGuard } from "./frame-guard.ts";
import { ProtocolViolation } from "./uplink-route.ts";

/** Where devices knock: the plain door, and the one with TLS where there is a certificate. */
export type ListenerAddresses = {
  plain: { host: string; port: number | undefined };
  tls: { host: string; port: number | undefined; files: Tls } | null;
};

/** Who says nothing in this time of the handshake is let go. */
const handshakeMs = 10_000;

/** With which every connection begins: packet type 1, reserved bits 0 (MQTT 3.1.1, 3.1.1). */
const connectByte = 0x10;

/** Bytes of a packet: a payload of 256 kB with its topic, and as much as a CONNECT ever needs. */
const largestPacket = { first: 8 * 1024, later: 257 * 1024 };

/** The ports that devices connect to; every connection that came through them is handed on, and ends with them. */
export function createDeviceListeners(options: {
  take: (connection: Socket) => void;
  book: ConnectionBook;
  /** Whether a connection may be read now; where not, it is woken when it may. */
  mayRead: (connection: Socket) => boolean;
  /** From a connection to its first byte. */
  connectMs: number;
}) {
  const { take, book, mayRead, connectMs } = options;
  const servers: Server[] = [];
  const inTurn = createTurns();

  /**
   * A connection is handed on with its first byte, in its turn: until then it costs a socket and nothing else, however
   * many there are.
   */
  function handle(socket: Socket): void {
    const close = () => inTurn(() => socket.destroy());
    // Until it is handed on nobody else listens.
    socket.on("error", close);
    socket.on("end", close);
    socket.setTimeout(connectMs, close);
    inTurn(() => {
      if (socket.destroyed) return;
      socket.once("readable", () => {
        inTurn(() => {
          if (socket.destroyed) return;
          const first: unknown = socket.read(1);
          // At its end there is nothing to read.
          if (!Buffer.isBuffer(first)) return;
          // What is no MQTT is let go before a client is made for it.
          if (first[0] !== connectByte) return socket.destroy();
          socket.unshift(first);
          socket.setTimeout(0);
          socket.off("timeout", close);
          socket.off("end", close);
          take(endingInTurn(guarded(socket, mayRead), inTurn));
        });
      });
    });
  }

  /** Of raw connections too: one that never ends its handshake would keep the door from closing. */
  function watch(server: Server, hasTls = false): Server {
    // Before the listener that reads it: where there is no place it is closed, and nobody looks at it.
    server.prependListener("connection", (socket: Socket) => void book.admit(socket, hasTls));
    servers.push(server);
    return server;
  }

  return {
    async open(places: ListenerAddresses): Promise<{ mqtt: number; mqtts: number | null }> {
      const { plain, tls } = places;
      const plainServer = watch(createServer({ noDelay: true, pauseOnConnect: true }, handle));
      const mqtt = await listenOn(
        { host: plain.host, asked: plain.port, defaultPort: 1883, variable: "MQTT_PORT" },
        (port) => listenTcp(plainServer, plain.host, port),
      );
      if (tls === null) return { mqtt, mqtts: null };
      const tlsServer = watch(
        createTlsServer({ ...tls.files, noDelay: true, handshakeTimeout: handshakeMs }, handle),
        true,
      );
      const mqtts = await listenOn(
        { host: tls.host, asked: tls.port, defaultPort: 8883, variable: "MQTT_TLS_PORT" },
        (port) => listenTcp(tlsServer, tls.host, port),
      );
      return { mqtt, mqtts };
    },

    /** Nobody else comes in. */
    shut(): void {
      for (const server of servers) server.close();
    },

    letGo: () => book.closeAll(),
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

/**
 * The same connection, which ends where a packet is announced that is too long: it is never gathered. While it may not
 * be read its bytes stay in the socket, and then with the device.
 */
function guarded(socket: Socket, mayRead: (connection: Socket) => boolean): Socket {
  const guard = createFrameGuard(largestPacket);
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    if (!mayRead(socket)) return null;
    const bytes: unknown = read(size);
    if (!Buffer.isBuffer(bytes) || guard.see(bytes)) return bytes;
    socket.destroy(new ProtocolViolation("packet too large"));
    return null;
  };
  return socket;
}
