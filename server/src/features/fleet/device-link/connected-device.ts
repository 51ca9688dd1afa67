import { downlinkTopic, ownerKey, type TopicOwner } from "@tracewater/alink/topics";
import type { Client } from "aedes";
import { generate } from "mqtt-packet";
import type { RateLimiter } from "../../../platform/rate-limiter.ts";
import type { TokenBucket } from "../../../platform/token-bucket.ts";
import type { About } from "../fleet-events.ts";
import type { CompiledModel } from "../uplink-reader.ts";

/** A device that is there, on a connection of its own or, as a sub-device, on its gateway's. */
export type LinkedDevice = {
  about: About;
  owner: TopicOwner;
  model: CompiledModel;
  /** The server's number for a moment: never the same twice for one device. */
  nextMicros(): number;
  /** Writes a downlink; with a token its PUBACK is reported, without one it travels at QoS 0. */
  publish(topic: string, payload: string, token: string | null): boolean;
};

/** A device's open connection: who it is, and what is written to it directly. */
export type ConnectedDevice = LinkedDevice & {
  client: Client;
  /** Distinguishes the connections of one device; rises from one to the next. */
  epoch: number;
  openedAt: number;
  /** At its CONNECT before this one it was refused as out of service. */
  wasDisabled: boolean;
  /** The token whose downlink this PUBACK is of. */
  takeToken(messageId: number): string | null;
  limiter: RateLimiter;
  /** The bytes that it may send. */
  bytes: TokenBucket;
  /** Those that are logged in through it, by `ownerKey`. */
  subDevices: Map<string, LinkedDevice>;
};

const maxUnwritten = 1024 * 1024;
const maxUnacknowledged = 1000;
const farewellMs = 1000;

export function createConnectedDevice(options: {
  about: About;
  owner: TopicOwner;
  model: CompiledModel;
  client: Client;
  epoch: number;
  now: () => number;
  lastMicros: number;
  limiter: RateLimiter;
  bytes: TokenBucket;
  wasDisabled: boolean;
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
    wasDisabled: options.wasDisabled,
    limiter: options.limiter,
    bytes: options.bytes,
    subDevices: new Map(),
    nextMicros() {
      lastMicros = Math.max(now() * 1000, lastMicros + 1);
      return lastMicros;
    },
    publish(topic, payload, token) {
      if (client.closed || client.conn.writableLength > maxUnwritten || tokens.size >= maxUnacknowledged)
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

/** What becomes of a device, as its SDK knows it. */
export type StatusNotice = "disable" | "enable" | "delete";

/** Reports a device what becomes of it; false where it does not take it. */
export function sendStatusNotice(device: LinkedDevice, statusNotice: StatusNotice): boolean {
  const message = {
    id: String(device.nextMicros()),
    version: "1.0",
    method: `thing.${statusNotice}`,
    params: {},
  };
  return device.publish(downlinkTopic[statusNotice](device.owner), JSON.stringify(message), null);
}

/** Cuts a device off; where it is out of service it is informed first. */
export function endConnection(device: ConnectedDevice, statusNotice: StatusNotice | null): void {
  const { client } = device;
  if (statusNotice === null || !sendStatusNotice(device, statusNotice)) {
    client.close();
    return;
  }
  // It is heard no more from now on; who does not take its last message either is let go without it.
  client.conn.removeAllListeners("readable");
  client.conn.end(() => client.close());
  setTimeout(() => client.close(), farewellMs).unref();
}

/** Who speaks under this name on a connection: its own device, or a sub-device that is logged in through it. */
export function speakerOf(connection: ConnectedDevice, owner: TopicOwner): LinkedDevice | null {
  const { productKey, deviceName } = connection.owner;
  if (owner.deviceName === deviceName && owner.productKey === productKey) return connection;
  return connection.subDevices.get(ownerKey(owner)) ?? null;
}
