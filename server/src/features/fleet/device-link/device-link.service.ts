import { createServer, type Server, type Socket } from "node:net";
import { type ConnectIdentity, isSignedBy, readConnectIdentity } from "@tracewater/alink/credentials";
import type { AlinkReply } from "@tracewater/alink/envelope";
import { isOwnTopic } from "@tracewater/alink/topics";
import { familyKey } from "@tracewater/contract/fleet/families";
import type { Client } from "aedes";
import { createBatcher } from "../../../platform/batcher.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import { listenOn, listenTcp } from "../../../platform/ports.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { FleetEvents } from "../fleet-events.ts";
import type { ProductService } from "../products/product.service.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import { type CompiledModel, compileModel } from "../uplink-reader.ts";
import { type ConnectedDevice, createConnectedDevice, createLimiter } from "./connected-device.ts";
import { createConnectionRecorder } from "./connection-recorder.ts";
import { DeviceBroker } from "./device-broker.ts";
import { createDeviceLinkStore, type KnownDevice } from "./device-link.store.ts";
import { createUplinkHandler, LinkBreach } from "./uplink-handler.ts";

/** What the platform above wants to know of the link. Replies are awaited: their PUBACK follows the commit. */
export type DownlinkListener = {
  ready(deviceId: number): void;
  acknowledged(token: string): void;
  replied(deviceId: number, reply: AlinkReply): Promise<void>;
};

export type DeviceLinkService = ReturnType<typeof createDeviceLinkService>;

/** A question for the store, and its answer. */
type Asked = { deviceName: string; known: KnownDevice | null };

const mostWaiting = 100_000;

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
  const { secrets, products, telemetry, events, log, now } = options;
  const store = createDeviceLinkStore(options.db, options.node);
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
  const recorder = createConnectionRecorder({ store, log, pause });
  // When ten thousand devices come back at once, their credentials are read a thousand at a time.
  const lookups = createBatcher<Asked>({
    most: 1000,
    async write(asked) {
      const found = await store.findDevices(asked.map((one) => one.deviceName));
      const byName = new Map(found.map((known) => [known.deviceName, known]));
      for (const one of asked) one.known = byName.get(one.deviceName) ?? null;
    },
  });
  const identities = new WeakMap<Client, { identity: ConnectIdentity | null; keepalive: number }>();
  const connecting = new WeakMap<Client, ConnectedDevice>();
  const connected = new Map<number, ConnectedDevice>();
  const lastMicros = new Map<number, number>();
  const models = new Map<number, CompiledModel>();
  let listener: DownlinkListener = { ready: () => {}, acknowledged: () => {}, replied: async () => {} };
  let lastEpoch = 0;
  let server: Server | null = null;
  const sockets = new Set<Socket>();

  const handleUplink = createUplinkHandler({
    telemetry,
    now,
    log,
    onReply: (device, reply) => listener.replied(device.about.deviceId, reply),
  });

  const broker = new DeviceBroker({
    heartbeatInterval: 3_600_000,
    connectTimeout: 10_000,
    preConnect(client, packet, done) {
      identities.set(client, {
        identity: readConnectIdentity(packet.clientId, packet.username ?? ""),
        keepalive: packet.keepalive ?? 0,
      });
      // One session per device, and a clean one: the JS SDK puts a timestamp into its id, so that each restart
      // would leave a session behind. Alink: keep-alive 30..1200 s.
      packet.clientId = packet.username ?? packet.clientId;
      packet.clean = true;
      packet.keepalive = Math.min(1200, Math.max(30, packet.keepalive || 1200));
      done(null, true);
    },
    authenticate(client, _username, password, done) {
      authenticate(client, password?.toString() ?? "").then(
        (refusal) =>
          refusal === null
            ? done(null, true)
            : done(Object.assign(new Error("refused"), { returnCode: refusal }), false),
        (error) => {
          log.warn({ reason: String(error) }, "a device could not be let in");
          done(Object.assign(new Error("unavailable"), { returnCode: 3 }), false);
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

  /** Null where the device may come in, else the CONNACK code of the refusal (4 or 5). */
  async function authenticate(client: Client, password: string): Promise<4 | 5 | null> {
    const identity = identities.get(client)?.identity ?? null;
    if (identity === null) return 4;
    const asked: Asked = { deviceName: identity.deviceName, known: null };
    await lookups.add(asked);
    const { known } = asked;
    if (known === null || known.productKey !== identity.productKey) return 4;
    const outcome = !isSignedBy(identity, password, secrets.open(known.secretSealed))
      ? "wrongSecret"
      : known.status !== "0"
        ? "disabled"
        : "accepted";
    void recorder.attempted({
      deviceId: known.id,
      at: new Date(now()),
      address: "remoteAddress" in client.conn ? String(client.conn.remoteAddress) : "",
      outcome,
      sdkVersion: identity.sdkVersion,
    });
    if (outcome === "wrongSecret") return 4;
    if (outcome === "disabled") return 5;
    connecting.set(client, await prepare(client, known));
    return null;
  }

  async function prepare(client: Client, known: KnownDevice): Promise<ConnectedDevice> {
    const model =
      models.get(known.productId) ?? compileModel((await products.require(known.productId)).model);
    models.set(known.productId, model);
    lastEpoch = Math.max(now() * 1000, lastEpoch + 1);
    return createConnectedDevice({
      about: { deviceId: known.id, unitId: known.unitId, typeKey: familyKey.parse(known.typeKey) },
      owner: { productKey: known.productKey, deviceName: known.deviceName },
      model,
      client,
      epoch: lastEpoch,
      now,
      lastMicros: lastMicros.get(known.id) ?? 0,
      limiter: createLimiter(200, 1000),
    });
  }

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
    lastMicros.set(about.deviceId, device.nextMicros());
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

    /** Opens the port; the port that was got. */
    async start(host: string, port: number | undefined): Promise<number> {
      const stale = await store.closeAllOfNode();
      if (stale > 0) log.info({ devices: stale }, "devices of the run before are marked offline");
      await broker.listen();
      server = createServer({ noDelay: true }, (socket) => {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
        broker.handle(socket);
      });
      const listening = server;
      return listenOn({ host, asked: port, usual: 1883, variable: "MQTT_PORT" }, (free) =>
        listenTcp(listening, host, free),
      );
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
      server?.close();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await recorder.drained();
    },
  };
}
