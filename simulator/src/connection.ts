import { Socket } from "node:net";
import { signConnect } from "@tracewater/alink/credentials";
import { connect, type IClientOptions, type MqttClient } from "mqtt";
import { chance } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

/** The MQTT side of a device: log-in by HMAC, loss, backoff, good-bye. It knows nothing of what is sent. */

export type DeviceIdentity = { productKey: string; deviceName: string; deviceSecret: string };

/** One MQTT connection that comes back after every loss, until it is stopped. */
export type Connection = {
  readonly connected: boolean;
  start(): void;
  /** Says good-bye (DISCONNECT) and does not come back. */
  stop(): Promise<void>;
  /** As if the cable were pulled: the socket dies without a word and stays dead while `cut`. */
  setCut(cut: boolean): void;
  /** `done` comes with the PUBACK; never where the connection is lost before it. */
  send(topic: string, payload: string, qos: 0 | 1, done?: () => void): void;
};

export type ConnectionMade = {
  identity: DeviceIdentity;
  url: string;
  seed: number;
  scheduler: Scheduler;
  onUp(): void;
  onDown(): void;
  onMessage(topic: string, payload: Buffer): void;
  /** Why it does not come up, or was thrown out, in words. */
  onTrouble(reason: string): void;
};

const goodbyeMs = 2000;

export function createConnection(made: ConnectionMade): Connection {
  const link: Link = {
    made,
    client: null,
    connected: false,
    wanted: false,
    cut: false,
    failures: 0,
    cancelRetry: () => {},
  };
  return {
    get connected() {
      return link.connected;
    },
    start() {
      link.wanted = true;
      open(link);
    },
    stop: () => leave(link),
    setCut(cut) {
      link.cut = cut;
      link.cancelRetry();
      if (!cut) open(link);
      else if (link.client !== null) lose(link, link.client);
    },
    send(topic, payload, qos, done) {
      if (link.client === null || !link.connected) return;
      link.client.publish(topic, payload, { qos }, (error) => {
        if (!error) done?.();
      });
    },
  };
}

type Link = {
  made: ConnectionMade;
  client: MqttClient | null;
  connected: boolean;
  wanted: boolean;
  cut: boolean;
  failures: number;
  cancelRetry: () => void;
};

function open(link: Link): void {
  const { made } = link;
  if (!link.wanted || link.cut || link.client !== null) return;
  const attempt = connect(made.url, connectOptions(made.identity));
  link.client = attempt;
  // Many small packets: each would otherwise wait 40 ms for the acknowledgement of the one before it.
  if (attempt.stream instanceof Socket) attempt.stream.setNoDelay(true);
  attempt.on("connect", () => {
    if (link.client !== attempt) return;
    link.connected = true;
    link.failures = 0;
    made.onUp();
  });
  attempt.on("message", (topic, payload) => {
    if (link.client === attempt) made.onMessage(topic, payload);
  });
  attempt.on("error", (error) => {
    if (link.client === attempt) made.onTrouble(describe(error));
  });
  attempt.on("close", () => lose(link, attempt));
}

function lose(link: Link, attempt: MqttClient): void {
  if (link.client !== attempt) return;
  link.client = null;
  // The socket is destroyed, without DISCONNECT where it still was; a client is never used twice.
  attempt.end(true);
  if (link.connected) link.made.onDown();
  link.connected = false;
  if (!link.wanted || link.cut) return;
  link.cancelRetry();
  const { seed, scheduler } = link.made;
  link.cancelRetry = scheduler.after(backoffMs(seed, link.failures++), () => open(link));
}

function leave(link: Link): Promise<void> {
  link.wanted = false;
  link.cancelRetry();
  const leaving = link.client;
  if (leaving === null) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = link.made.scheduler.after(goodbyeMs, () => {
      leaving.stream.destroy();
      resolve();
    });
    leaving.once("close", () => {
      cancel();
      resolve();
    });
    // Without a session there is nobody to say good-bye to.
    leaving.end(!link.connected);
  });
}

/** 1..2 s after the first loss, up to 15 s; never the same for two devices, so that a fleet returns in a stream. */
function backoffMs(seed: number, failures: number): number {
  const maxDelay = Math.min(15_000, 1000 * 2 ** Math.min(10, failures + 1));
  return maxDelay / 2 + (maxDelay / 2) * chance(seed, 1000, failures);
}

function connectOptions(identity: DeviceIdentity): IClientOptions {
  const { productKey, deviceName, deviceSecret } = identity;
  const id = `${productKey}.${deviceName}`;
  const signed = {
    id,
    productKey,
    deviceName,
    signMethod: "sha256",
    timestamp: null,
    sdkVersion: null,
  } as const;
  return {
    clientId: `${id}|securemode=3,signmethod=hmacsha256,_v=tracewater-sim-1|`,
    username: `${deviceName}&${productKey}`,
    password: signConnect(signed, deviceSecret),
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    connectTimeout: 15_000,
    // Our own backoff and our own buffer: each connection is a client of its own, which keeps nothing.
    reconnectPeriod: 0,
    resubscribe: false,
  };
}

function describe(error: Error): string {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message === "" ? code : error.message;
}
