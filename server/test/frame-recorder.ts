import { createServer, type Socket } from "node:net";
import { generate, type Packet, parser } from "mqtt-packet";

/** What a client sent: the CONNECT, and what it published. */
export type Frame = { topic: string; qos: number; payload: unknown };
export type Recorded = { connect: { clientId: string; username: string; clean: boolean }; frames: Frame[] };

/** A broker that lets everybody in and keeps what comes: for seeing what a client sends by itself. */
export async function recordFrames() {
  const recorded: Recorded = { connect: { clientId: "", username: "", clean: false }, frames: [] };
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    const stream = parser({ protocolVersion: 4 });
    socket.on("data", (bytes) => stream.parse(bytes));
    socket.on("error", () => undefined);
    stream.on("packet", (packet: Packet) => take(socket, packet));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();

  function take(socket: Socket, packet: Packet): void {
    if (packet.cmd === "connect") {
      const { clientId, username = "", clean = true } = packet;
      recorded.connect = { clientId, username, clean };
      socket.write(generate({ cmd: "connack", returnCode: 0, sessionPresent: false }));
    } else if (packet.cmd === "subscribe") {
      const granted = packet.subscriptions.map((one) => one.qos);
      socket.write(generate({ cmd: "suback", messageId: packet.messageId ?? 0, granted }));
    } else if (packet.cmd === "publish") {
      recorded.frames.push({
        topic: packet.topic,
        qos: packet.qos,
        payload: JSON.parse(packet.payload.toString()),
      });
    }
  }

  return {
    url: `mqtt://127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}`,
    recorded,
    send(topic: string, payload: unknown): void {
      const text = JSON.stringify(payload);
      for (const socket of sockets)
        socket.write(generate({ cmd: "publish", topic, payload: text, qos: 0, dup: false, retain: false }));
    },
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
