import { type ConnectIdentity, readConnectIdentity } from "@tracewater/alink/credentials";
import type { AlinkReply } from "@tracewater/alink/envelope";
import { isOwnTopic } from "@tracewater/alink/topics";
import type { Client } from "aedes";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { FleetEvents } from "../fleet-events.ts";
import type { ProductService } from "../products/product.service.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import type { ConnectedDevice } from "./connected-device.ts";
import { createConnectionRecorder } from "./connection-recorder.ts";
import { DeviceBroker } from "./device-broker.ts";
import { createDeviceDoors, type DoorPlaces } from "./device-doors.ts";
import { createDeviceEntrance } from "./device-entrance.ts";
import { createDeviceLinkStore } from "./device-link.store.ts";
import { createUplinkHandler, LinkBreach } from "./uplink-handler.ts";

/** What the platform above wants to know of the link. Replies are awaited: their PUBACK follows the commit. */
export type DownlinkListener = {
  ready(deviceId: number): void;
  acknowledged(token: string): void;
  replied(deviceId: number, reply: AlinkReply): Promise<void>;
};

export type DeviceLinkService = ReturnType<typeof createDeviceLinkService>;

const mostWaiting = 100_000;
/** CONNACK: the device comes again later. */
const serverUnavailable = 3;

/** The devices' door: MQTT on Aedes, credentials, uplinks in, downlinks out, who is there. */
export function createDeviceLinkService(options: {
  db: Db;
  node: string;
  secrets: SecretBox;
  products: ProductService;
  telemetry: TelemetryService;
  events: EventBus<FleetEvents>;
  log: Log;
  now: () => number;
}) {
  const { telemetry, events, log, now } = options;
  const store = createDeviceLinkStore(options.db, options.node);
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
  const recorder = createConnectionRecorder({ store, log, pause });
  const entrance = createDeviceEntrance({
    store,
    secrets: options.secrets,
    products: options.products,
    onAttempt: (attempt) => void recorder.attempted(attempt),
    now,
  });
  const identities = new WeakMap<Client, ConnectIdentity | null>();
  const connecting = new WeakMap<Client, ConnectedDevice>();
  const connected = new Map<number, ConnectedDevice>();
  let listener: DownlinkListener = { ready: () => {}, acknowledged: () => {}, replied: async () => {} };

  const handleUplink = createUplinkHandler({
    telemetry,
    now,
    log,
    onReply: (device, reply) => listener.replied(device.about.deviceId, reply),
  });

  const broker = new DeviceBroker({
    heartbeatInterval: 3_600_000,
    connectTimeout: 10_000,
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
      entrance.admit(client, identities.get(client) ?? null, password?.toString() ?? "").then(
        (admitted) => {
          if (typeof admitted === "number") return refuse(admitted);
          connecting.set(client, admitted);
          done(null, true);
        },
        (error) => {
          log.warn({ reason: String(error) }, "a device could not be let in");
          refuse(serverUnavailable);
        },
      );
    },
    authorizePublish(client, packet, done) {
      const device = client === null ? undefined : connecting.get(client);
      // A will carries nothing that the platform would keep: that a device went is known from its connection.
      if (client === null || device === undefined || client.closed) return done(null);
      receive(device, packet).then(
        () => done(null),
        (error) => {
          if (!(error instanceof LinkBreach)) log.error({ err: error }, "an uplink failed");
          else log.info({ deviceId: device.about.deviceId, reason: error.message }, "a device was cut off");
          done(error);
        },
      );
    },
    authorizeSubscribe(client, subscription, done) {
      const device = connecting.get(client);
      done(null, device !== undefined && isOwnTopic(subscription.topic, device.owner) ? subscription : null);
    },
    authorizeForward: () => null,
  });

  const doors = createDeviceDoors((socket) => broker.handle(socket));

  broker.on("clientReady", (client) => opened(client));
  broker.on("clientDisconnect", (client) => closed(client));
  broker.on("ack", (packet, client) => {
    const token = connecting.get(client)?.takeToken(packet.messageId ?? 0) ?? null;
    if (token !== null) listener.acknowledged(token);
  });
  broker.on("clientError", (client, error) =>
    log.debug({ client: client.id, reason: error.message }, "client error"),
  );
  broker.on("connectionError", (_client, error) => log.debug({ reason: error.message }, "connection error"));
  const stopListening = events.on("device.changed", ({ deviceId }) =>
    connected.get(deviceId)?.client.close(),
  );

  async function receive(
    device: ConnectedDevice,
    packet: {
      topic: string;
      payload: Buffer | string;
      qos: number;
      dup: boolean;
      messageId?: number | undefined;
    },
  ): Promise<void> {
    if (telemetry.waiting() > mostWaiting) throw new LinkBreach("too much is waiting for the store");
    const delay = device.limiter.delayMs(now());
    if (delay > 0) await pause(delay);
    const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
    await handleUplink(device, {
      topic: packet.topic,
      payload,
      qos: packet.qos,
      dup: packet.dup,
      messageId: packet.messageId ?? null,
    });
  }

  function opened(client: Client): void {
    const device = connecting.get(client);
    if (device === undefined) return;
    const { about, epoch, openedAt } = device;
    connected.set(about.deviceId, device);
    void recorder
      .changed({ kind: "opened", deviceId: about.deviceId, epoch, at: new Date(openedAt) })
      .then(() => {
        events.emit("connection.changed", { ...about, connection: { state: "online", since: openedAt } });
        listener.ready(about.deviceId);
      });
  }

  function closed(client: Client): void {
    const device = connecting.get(client);
    if (device === undefined) return;
    const { about, epoch } = device;
    const at = now();
    entrance.left(device);
    if (connected.get(about.deviceId) === device) connected.delete(about.deviceId);
    void recorder.changed({ kind: "closed", deviceId: about.deviceId, epoch, at: new Date(at) }).then(() => {
      if (connected.has(about.deviceId)) return;
      events.emit("connection.changed", { ...about, connection: { state: "offline", lastSeen: at } });
    });
  }

  return {
    listen(to: DownlinkListener): void {
      listener = to;
    },

    /** Opens the ports; those that were got. */
    async start(places: DoorPlaces): Promise<{ mqtt: number; mqtts: number | null }> {
      const stale = await store.closeAllOfNode();
      if (stale > 0) log.info({ devices: stale }, "devices of the run before are marked offline");
      await broker.listen();
      return doors.open(places);
    },

    isConnected: (deviceId: number) => connected.has(deviceId),
    countConnected: () => connected.size,

    /** Sends a downlink at QoS 1; false where the device is not here, or does not read what it is sent. */
    send(deviceId: number, downlink: { topic: string; payload: string; token: string }): boolean {
      const device = connected.get(deviceId);
      if (device === undefined || !device.publish(downlink.topic, downlink.payload, downlink.token))
        return false;
      void telemetry
        .record({
          about: device.about,
          receivedMicros: now() * 1000,
          values: [],
          events: [],
          isResend: false,
          message: {
            direction: "down",
            kind: "service",
            code: null,
            packetId: null,
            topic: downlink.topic,
            payload: downlink.payload,
          },
        })
        .catch((error) => log.warn({ err: error, deviceId }, "a downlink is missing in the message log"));
      return true;
    },

    async stop(): Promise<void> {
      stopListening();
      doors.shut();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      doors.letGo();
      await recorder.drained();
    },
  };
}
