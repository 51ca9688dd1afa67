import type { TopicOwner } from "@tracewater/alink/topics";
import type { Client } from "aedes";
import { generate } from "mqtt-packet";
import type { About } from "../fleet-events.ts";
import type { CompiledModel } from "../uplink-reader.ts";

/** A device's open connection: who it is, and what is written to it directly. */
export type ConnectedDevice = {
  about: About;
  owner: TopicOwner;
  model: CompiledModel;
  client: Client;
  /** Tells the connections of one device apart; rises from one to the next. */
  epoch: number;
  openedAt: number;
  /** The server's number for a moment: never the same twice on one connection. */
  nextMicros(): number;
  /** Writes a downlink; with a token its PUBACK is told, without one it travels at QoS 0. */
  publish(topic: string, payload: string, token: string | null): boolean;
  /** The token whose downlink this PUBACK is of. */
  takeToken(messageId: number): string | null;
  limiter: Limiter;
};

/** A token bucket: how long the next message has to wait, in ms. */
export type Limiter = { delayMs(nowMs: number): number };

const mostUnwritten = 1024 * 1024;
const mostUnacknowledged = 1000;

export function createConnectedDevice(options: {
  about: About;
  owner: TopicOwner;
  model: CompiledModel;
  client: Client;
  epoch: number;
  now: () => number;
  lastMicros: number;
  limiter: Limiter;
}): ConnectedDevice {
  const { client, now } = options;
  let lastMicros = options.lastMicros;
  let lastMessageId = 0;
  const tokens = new Map<number, string>();

  return {
    about: options.about,
    owner: options.owner,
    model: options.model,
    client,
    epoch: options.epoch,
    openedAt: now(),
    limiter: options.limiter,
    nextMicros() {
      lastMicros = Math.max(now() * 1000, lastMicros + 1);
      return lastMicros;
    },
    publish(topic, payload, token) {
      if (client.closed || client.conn.writableLength > mostUnwritten || tokens.size >= mostUnacknowledged)
        return false;
      if (token === null) {
        // The PUBACK that follows a reply in the same turn leaves with it: one write to the socket instead of two.
        client.conn.cork();
        setImmediate(() => client.conn.uncork());
        client.conn.write(generate({ cmd: "publish", topic, payload, qos: 0, dup: false, retain: false }));
        return true;
      }
      lastMessageId = (lastMessageId % 65_535) + 1;
      tokens.set(lastMessageId, token);
      const messageId = lastMessageId;
      client.conn.write(
        generate({ cmd: "publish", topic, payload, qos: 1, messageId, dup: false, retain: false }),
      );
      return true;
    },
    takeToken(messageId) {
      const token = tokens.get(messageId) ?? null;
      tokens.delete(messageId);
      return token;
    },
  };
}

/** Slows a device that sends more than `perSecond` for longer than its burst lasts; nothing is lost. */
export function createLimiter(perSecond: number, burst: number): Limiter {
  let level = burst;
  let at = 0;
  return {
    delayMs(nowMs) {
      level = Math.min(burst, level + ((nowMs - at) / 1000) * perSecond);
      at = nowMs;
      level -= 1;
      return level >= 0 ? 0 : (-level / perSecond) * 1000;
    },
  };
}
