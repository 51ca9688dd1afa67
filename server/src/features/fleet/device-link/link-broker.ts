import { type ConnectIdentity, readConnectIdentity } from "@tracewater/alink/credentials";
import { ownerOfFilter } from "@tracewater/alink/topics";
import type { Client } from "aedes";
import type { Log } from "../../../platform/log.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import { type ConnectedDevice, speakerOf } from "./connected-device.ts";
import { DeviceBroker } from "./device-broker.ts";
import type { OpenUplinks } from "./open-uplinks.ts";
import { LinkLetGo, ProtocolViolation } from "./uplink-route.ts";

/** CONNACK: the device comes again later. */
const serverUnavailable = 3;
/** Who comes too often waits for its refusal: most come again as soon as they have it. */
const refusedAfterMs = 1000;

export type PublishedPacket = {
  topic: string;
  payload: Buffer | string;
  qos: number;
  dup: boolean;
  messageId?: number | undefined;
};

/** The broker with what it asks at each step of a connection, and the device behind each client that was let in. */
export function createLinkBroker(asked: {
  /** The device, or the code of its refusal. */
  admit(
    client: Client,
    identity: ConnectIdentity | null,
    password: string,
  ): Promise<ConnectedDevice | number>;
  isTooOften(client: Client, identity: ConnectIdentity): boolean;
  /** What it throws cuts the device off. */
  receive(device: ConnectedDevice, packet: PublishedPacket): Promise<void>;
  /** From a connection to its CONNECT. */
  connectMs: number;
  /** Holds a connection back while an uplink of its own is open. */
  uplinks: OpenUplinks;
  isStopping(): boolean;
  arrived(device: ConnectedDevice): void;
  left(device: ConnectedDevice): void;
  acknowledged(token: string): void;
  /** The device broke the rules, and is cut off. */
  broke(client: Client, device: ConnectedDevice): void;
  log: Log;
}) {
  const { admit, isTooOften, receive, uplinks, isStopping, log } = asked;
  const identities = new WeakMap<Client, ConnectIdentity | null>();
  const connecting = new WeakMap<Client, ConnectedDevice>();

  const broker = new DeviceBroker({
    heartbeatInterval: 3_600_000,
    connectTimeout: asked.connectMs,
    maxClientsIdLength: 128,
    preConnect(client, packet, done) {
      identities.set(client, readConnectIdentity(packet.clientId, packet.username ?? ""));
      // One session per device, and a clean one: the JS SDK puts a timestamp into its id, so that each restart
      // would leave a session behind. Alink: keep-alive 30..1200 s.
      packet.clientId = packet.username ?? packet.clientId;
      packet.clean = true;
      packet.keepalive = Math.min(1200, Math.max(30, packet.keepalive || 1200));
      done(null, true);
    },
    authenticate(client, _username, password, done) {
      const refuse = (returnCode: number) => done(Object.assign(new Error("refused"), { returnCode }), false);
      const identity = identities.get(client) ?? null;
      if (identity !== null && isTooOften(client, identity)) {
        setTimeout(() => refuse(serverUnavailable), refusedAfterMs).unref();
        return;
      }
      admit(client, identity, password?.toString() ?? "").then(
        (admitted) => {
          if (typeof admitted === "number") return refuse(admitted);
          connecting.set(client, admitted);
          done(null, true);
        },
        (error) => {
          log.warn({ reason: String(error) }, "a device could not be accepted");
          refuse(serverUnavailable);
        },
      );
    },
    authorizePublish(client, packet, done) {
      const device = client === null ? undefined : connecting.get(client);
      // A will carries nothing that the platform would keep: that a device went is known from its connection.
      if (client === null || device === undefined || client.closed) return done(null);
      uplinks.begin(client);
      receive(device, packet).then(
        () => {
          uplinks.end(client);
          done(null);
        },
        (error) => {
          uplinks.end(client);
          const isOver = isStopping() && isDatabaseUnavailable(error); // the database was closed under it, and nothing is acknowledged
          if (!isOver && !(error instanceof ProtocolViolation)) log.error({ err: error }, "an uplink failed");
          else
            log.info({ deviceId: device.about.deviceId, reason: error.message }, "a device was disconnected");
          done(error);
        },
      );
    },
    authorizeSubscribe(client, subscription, done) {
      const device = connecting.get(client);
      const owner = ownerOfFilter(subscription.topic);
      done(null, device && owner && speakerOf(device, owner) !== null ? subscription : null);
    },
    authorizeForward: () => null,
  });

  broker.on("clientReady", (client) => {
    const device = connecting.get(client);
    if (device !== undefined) asked.arrived(device);
  });
  broker.on("clientDisconnect", (client) => {
    const device = connecting.get(client);
    if (device !== undefined) asked.left(device);
  });
  broker.on("ack", (packet, client) => {
    const token = connecting.get(client)?.takeToken(packet.messageId ?? 0) ?? null;
    if (token !== null) asked.acknowledged(token);
  });
  broker.on("clientError", (client, error) => {
    const device = connecting.get(client);
    if (device !== undefined && error instanceof ProtocolViolation && !(error instanceof LinkLetGo))
      asked.broke(client, device);
    log.debug({ client: client.id, reason: error.message }, "client error");
  });
  broker.on("connectionError", (_client, error) => log.debug({ reason: error.message }, "connection error"));

  return { broker, deviceOf: (client: Client) => connecting.get(client) };
}
