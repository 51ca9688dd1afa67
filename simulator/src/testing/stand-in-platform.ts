import { createServer, type Socket } from "node:net";
import { type Frame, packets, readFrames } from "./mqtt-frames.ts";

/** Substitute for the platform in the tests of the link: a real socket, PUBACK and `post_reply` as the test wants. */
export type StandInPlatform = {
  url: string;
  /** CONNECT packets, and how each socket ended. */
  connects: (Frame & { kind: "connect" })[];
  endings: ("disconnect" | "cut")[];
  received: Received[];
  /** What the next messages get. */
  manner: { acks: boolean; code: number | null; connack: number };
  push(topic: string, message: unknown): void;
  cutAll(): void;
  /** The first message that fits, already here or still to come. */
  wait(fits: (message: Received) => boolean): Promise<Received>;
  waitForEnding(count: number): Promise<void>;
  stop(): Promise<void>;
};

export type Received = { topic: string; body: Record<string, unknown>; qos: number; dup: boolean };

export async function startStandInPlatform(): Promise<StandInPlatform> {
  const sockets = new Set<Socket>();
  const watchers = new Set<() => void>();
  const platform: Omit<StandInPlatform, "url"> = {
    connects: [],
    endings: [],
    received: [],
    manner: { acks: true, code: 200, connack: 0 },
    push(topic, message) {
      for (const socket of sockets) socket.write(packets.publish(topic, JSON.stringify(message)));
    },
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    wait: (fits) => when(watchers, () => platform.received.find(fits)),
    waitForEnding: async (count) => {
      await when(watchers, () => (platform.endings.length >= count ? true : undefined));
    },
    async stop() {
      platform.cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    let rest: Buffer = Buffer.alloc(0);
    let polite = false;
    socket.on("data", (chunk) => {
      const read = readFrames(Buffer.concat([rest, chunk]));
      rest = read.rest;
      for (const frame of read.frames) {
        polite ||= frame.kind === "disconnect";
        answer(platform, socket, frame);
      }
      for (const look of [...watchers]) look();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      platform.endings.push(polite ? "disconnect" : "cut");
      for (const look of [...watchers]) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return Object.assign(platform, { url: `mqtt://127.0.0.1:${address.port}` });
}

function answer(platform: Omit<StandInPlatform, "url">, socket: Socket, frame: Frame): void {
  const { manner } = platform;
  if (frame.kind === "connect") {
    platform.connects.push(frame);
    socket.write(packets.connack(manner.connack));
  } else if (frame.kind === "ping") socket.write(packets.pong());
  else if (frame.kind === "publish") {
    const { topic, qos, dup } = frame;
    const body = JSON.parse(frame.payload);
    platform.received.push({ topic, body, qos, dup });
    if (qos === 1 && manner.acks) socket.write(packets.puback(frame.packetId));
    if (topic.endsWith("/post") && manner.code !== null) {
      const reply = { id: body.id, code: manner.code, data: {}, message: "" };
      socket.write(packets.publish(`${topic}_reply`, JSON.stringify(reply)));
    }
  }
}

function when<Value>(watchers: Set<() => void>, look: () => Value | undefined): Promise<Value> {
  return new Promise((resolve) => {
    const check = () => {
      const value = look();
      if (value === undefined) return;
      watchers.delete(check);
      resolve(value);
    };
    watchers.add(check);
    check();
  });
}
