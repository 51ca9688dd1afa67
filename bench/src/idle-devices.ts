import { connect, type Socket } from "node:net";
import { generate } from "mqtt-packet";
import { connectPacket } from "./device-load.ts";
import type { Credentials } from "./platform-process.ts";

/** Many devices that are connected and say nothing but that they are alive; each is one socket and no more. */
export type IdleDevices = {
  connected(): number;
  /** All knock in the same moment; ms until each was let in, in the order in which they were. */
  connectAll(timeoutMs: number): Promise<number[]>;
  /** All connections break at once, without a farewell. */
  breakAll(): void;
  close(): void;
};

const pingEveryMs = 25_000;
const againMs = 200;

export function createIdleDevices(mqtt: URL, devices: readonly Credentials[]): IdleDevices {
  const packets = devices.map(connectPacket);
  const sockets = new Map<number, Socket>();
  const ping = generate({ cmd: "pingreq" });
  const pings = setInterval(() => {
    for (const socket of sockets.values()) socket.write(ping);
  }, pingEveryMs);
  let isOver = false;

  /** As a device does: anyone who is turned away comes again. */
  function letIn(place: number, done: () => void): void {
    const socket = connect({ host: mqtt.hostname, port: Number(mqtt.port), noDelay: true });
    const again = () => {
      socket.destroy();
      if (!isOver && !sockets.has(place)) setTimeout(() => letIn(place, done), againMs);
    };
    socket.once("error", again);
    socket.once("connect", () => socket.write(packets[place] ?? Buffer.alloc(0)));
    socket.once("data", (chunk: Buffer) => {
      if (chunk[0] !== 0x20 || chunk[3] !== 0) return again();
      socket.removeListener("error", again);
      socket.on("error", () => undefined);
      socket.resume();
      sockets.set(place, socket);
      done();
    });
  }

  return {
    connected: () => sockets.size,
    connectAll(timeoutMs) {
      const began = performance.now();
      const times: number[] = [];
      return new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`${devices.length - times.length} devices are not back`)),
          timeoutMs,
        );
        for (const place of devices.keys()) {
          letIn(place, () => {
            times.push(performance.now() - began);
            if (times.length < devices.length) return;
            clearTimeout(late);
            resolve(times);
          });
        }
      });
    },
    breakAll() {
      // With a reset: a socket that is closed in order keeps its port for a minute.
      for (const socket of sockets.values()) socket.resetAndDestroy();
      sockets.clear();
    },
    close() {
      isOver = true;
      clearInterval(pings);
      this.breakAll();
    },
  };
}
