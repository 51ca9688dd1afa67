import { connect, type Socket } from "node:net";
import { readConnectIdentity, signConnect } from "@tracewater/alink/credentials";
import { generate, type Packet, parser } from "mqtt-packet";
import type { Credentials } from "./platform-process.ts";

/** What is published at QoS 1; one that is sent again keeps its packet id and carries DUP (MQTT 3.1.1, 3.3.1.1). */
export type Post = { topic: string; payload: string; packetId: number | null; isResend?: boolean };

/** A device on a bare socket: nothing is sent, answered or repeated that the test did not ask for. */
export type RawDevice = {
  socket: Socket;
  post(post: Post): void;
  /** PUBACK of a downlink. */
  acknowledge(packetId: number): void;
  isOpen(): boolean;
  /** Resolves when the connection is gone, from whichever side and however. */
  closed: Promise<void>;
};

export type DeviceEvents = {
  puback?(packetId: number): void;
  /** Replies and downlinks; the packet id where it wants a PUBACK. */
  message?(topic: string, payload: string, packetId: number | null): void;
};

/** Connects a device; rejects where the platform is not there or refuses it. */
export async function connectDevice(
  mqtt: string,
  credentials: Credentials,
  events: DeviceEvents = {},
): Promise<RawDevice> {
  const { hostname, port } = new URL(mqtt);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const frames = parser({ protocolVersion: 4 });
  const welcomed = new Promise<number>((resolve, reject) => {
    frames.on("packet", (packet: Packet) => {
      if (packet.cmd === "connack") resolve(packet.returnCode ?? -1);
      else dispatch(packet, events);
    });
    void closed.then(() => reject(new Error("the connection was closed")));
  });
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => frames.parse(chunk));
  socket.once("connect", () => socket.write(connectPacket(credentials)));
  const code = await welcomed;
  if (code !== 0) {
    socket.destroy();
    throw new Error(`${credentials.deviceName} was refused with ${code}`);
  }
  return {
    socket,
    post({ topic, payload, packetId, isResend = false }) {
      const common = { cmd: "publish", topic, payload, retain: false } as const;
      socket.write(
        packetId === null
          ? generate({ ...common, qos: 0, dup: false })
          : generate({ ...common, qos: 1, messageId: packetId, dup: isResend }),
      );
    },
    acknowledge: (packetId) => socket.write(generate({ cmd: "puback", messageId: packetId })),
    isOpen: () => !socket.destroyed,
    closed,
  };
}

/** The bytes of a CONNECT that the platform lets in. */
export function connectPacket(credentials: Credentials, keepalive = 60): Buffer {
  const clientId = `${credentials.deviceName}|securemode=2,signmethod=hmacsha256|`;
  const username = `${credentials.deviceName}&${credentials.productKey}`;
  const identity = readConnectIdentity(clientId, username);
  if (identity === null) throw new Error(`${username} is not of the Alink shape`);
  const password = Buffer.from(signConnect(identity, credentials.deviceSecret));
  const protocol = { protocolId: "MQTT", protocolVersion: 4, clean: true } as const;
  return generate({ cmd: "connect", ...protocol, clientId, username, password, keepalive });
}

function dispatch(packet: Packet, events: DeviceEvents): void {
  if (packet.cmd === "puback") events.puback?.(packet.messageId ?? 0);
  if (packet.cmd !== "publish") return;
  events.message?.(
    packet.topic,
    packet.payload.toString(),
    packet.qos === 0 ? null : (packet.messageId ?? null),
  );
}
