import { Socket } from "node:net";
import type { ConnectIdentity } from "@tracewater/alink/credentials";
import type { AlinkReply } from "@tracewater/alink/envelope";
import type { Client } from "aedes";
import type { ConnectionBook } from "../../../platform/connection-book.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import type { Pace } from "../../../platform/rate-limiter.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Allowance } from "../../../platform/token-bucket.ts";
import type { FleetEvents } from "../fleet-events.ts";
import type { ProductService } from "../products/product.service.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import { createConnectAttemptStore } from "./connect-attempt.store.ts";
import type { ConnectedDevice } from "./connected-device.ts";
import { createConnectionRecorder } from "./connection-recorder.ts";
import { addressOf, createDeviceAuthenticator } from "./device-authenticator.ts";
import { createDeviceLinkStore } from "./device-link.store.ts";
import { createDeviceListeners, type ListenerAddresses } from "./device-listeners.ts";
import { createLinkBroker, type PublishedPacket } from "./link-broker.ts";
import { createOpenUplinks, crowdedBytes, maxWaitingBytes } from "./open-uplinks.ts";
import { createStatusNotices } from "./status-notices.ts";
import { createSubDevices } from "./sub-devices.ts";
import { createUplinkContext, type UplinkContext } from "./uplink-context.ts";
import { LinkLetGo, type Uplink, type UplinkRoute } from "./uplink-route.ts";
import { createUplinkRouter, refuseHasty, type SubDeviceRules } from "./uplink-router.ts";
import { uplinkTable } from "./uplink-table.ts";
import type { AnswerEvent } from "./uplinks/event-post.ts";
import { createViolationThrottle } from "./violation-throttle.ts";

/**
 * What features want to know of the link. Each hears of everything and takes what is its own, by the token of its
 * downlink or the id of its request. Replies are awaited: their PUBACK follows the commit.
 */
export type DownlinkListener = {
  ready?(deviceId: number): void;
  acknowledged?(token: string): void;
  replied?(deviceId: number, reply: AlinkReply): Promise<void>;
};

/**
 * A message for a device; with a token at QoS 1, and its PUBACK is reported. `logged` is what others may read of it.
 */
export type Downlink = { topic: string; payload: string; logged?: string; token: string | null };

export type DeviceLinkService = ReturnType<typeof createDeviceLinkService>;

/** What features bring their topics with: see `uplink-route.ts`. */
export type LinkRoute = UplinkRoute;
export type LinkRequestContext = UplinkContext;
export type LinkUplink = Uplink;

const maxWaiting = 100_000;

/** The devices' door: MQTT on Aedes, credentials, uplinks in, downlinks out, who is there. */
export function createDeviceLinkService(options: {
  db: Db;
  node: string;
  secrets: SecretBox;
  products: ProductService;
  telemetry: TelemetryService;
  events: EventBus<FleetEvents>;
  /** Messages a second that one device may send. */
  pace: Pace;
  /** Bytes that one device may send. */
  byteAllowance: Allowance;
  /** The connections that are open, and who may open more. */
  book: ConnectionBook;
  /** From a connection to its CONNECT. */
  connectMs: number;
  /** Whether an address stands for many devices, as that of a proxy does. */
  isShared: (address: string) => boolean;
  log: Log;
  now: () => number;
  /** What the reply to a stored event carries; null for most. */
  answerEvent: AnswerEvent;
}) {
  const { telemetry, events, log, now } = options;
  const store = createDeviceLinkStore(options.db, options.node);
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
  const attemptStore = createConnectAttemptStore(options.db);
  const recorder = createConnectionRecorder({ store, attemptStore, log, pause });
  const authenticator = createDeviceAuthenticator({
    store,
    secrets: options.secrets,
    products: options.products,
    onAttempt(attempt) {
      const { deviceId, address, tookOver } = attempt;
      if (tookOver)
        log.warn({ deviceId, address }, "a second connection of the same device closes the first");
      void recorder.attempted(attempt);
    },
    onUnknown(unknown) {
      log.info(unknown, "a CONNECT uses an unknown device name");
      void recorder.recordUnknown(unknown);
    },
    isConnected: (deviceId) => connected.has(deviceId),
    pace: options.pace,
    byteAllowance: options.byteAllowance,
    isShared: options.isShared,
    now,
  });
  const violations = createViolationThrottle(now);
  const connected = new Map<number, ConnectedDevice>();
  const listeners: DownlinkListener[] = [];
  let isStopping = false;
  let rules: SubDeviceRules = { mayLogIn: async () => false, assignmentOf: async () => null };

  const context = createUplinkContext({ telemetry, pause, isStopping: () => isStopping, now, log });
  const routes: UplinkRoute[] = uplinkTable({
    context,
    telemetry,
    now,
    log,
    answerEvent: options.answerEvent,
    async onReply(deviceId, reply) {
      for (const listener of listeners) await listener.replied?.(deviceId, reply);
    },
  });
  const uplinks = createOpenUplinks({ isCrowded: () => telemetry.waitingBytes() > crowdedBytes });
  let handleUplink = createUplinkRouter([], context, rules.mayLogIn);

  const { broker, deviceOf } = createLinkBroker({
    admit: authenticator.admit,
    isTooOften,
    receive,
    isStopping: () => isStopping,
    connectMs: options.connectMs,
    uplinks,
    arrived(device) {
      const { conn } = device.client;
      if (conn instanceof Socket) options.book.finish(conn);
      subDevices.arrived(device);
      opened(device);
    },
    left(device) {
      subDevices.carrierLeft(device);
      closed(device);
    },
    acknowledged(token) {
      for (const listener of listeners) listener.acknowledged?.(token);
    },
    broke(client, device) {
      violations.recordViolation(addressOf(client), device.owner.deviceName, device.about.deviceId);
    },
    log,
  });

  const deviceListeners = createDeviceListeners({
    take: (socket) => broker.handle(socket),
    book: options.book,
    mayRead: uplinks.mayRead,
    connectMs: options.connectMs,
  });

  const subDevices = createSubDevices({
    ...{ authenticator, connected, opened, closed },
    carrierOf: (device) => deviceOf(device.client),
  });
  const statusNotices = createStatusNotices({ connected, subDevices, rules: () => rules, log });
  const stopListening = [
    events.on("device.changed", ({ deviceId, life: statusNotice }) =>
      statusNotices.take(deviceId, statusNotice),
    ),
    events.on("product.changed", ({ productId }) => {
      authenticator
        .reloadModel(productId)
        .catch((error) => log.error({ err: error }, "a thing model could not be refreshed"));
    }),
  ];

  function isTooOften(client: Client, { deviceName, sdkVersion }: ConnectIdentity): boolean {
    const address = addressOf(client);
    const decision = violations.checkConnect(address, deviceName);
    if (decision.ok) return false;
    const { deviceId, shouldLog } = decision;
    if (shouldLog) {
      log.warn({ deviceId, address }, "a device that violates the protocol reconnects too often");
      const attempt = { deviceId, address, outcome: "tooOften", sdkVersion, tookOver: false } as const;
      void recorder.attempted({ ...attempt, at: new Date(now()) });
    }
    return true;
  }

  async function receive(device: ConnectedDevice, packet: PublishedPacket): Promise<void> {
    if (telemetry.waiting() > maxWaiting || telemetry.waitingBytes() > maxWaitingBytes)
      throw new LinkLetGo("too many uplinks are waiting for the database");
    const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
    const { topic, qos, dup, messageId = null } = packet;
    const published = { topic, payload, qos, dup, messageId };
    const { verdict, delayMs } = device.limiter.take(now());
    const owedMs = device.bytes.owe(payload.length + topic.length, now());
    if (delayMs > 0 || owedMs > 0) await pause(Math.max(delayMs, owedMs));
    if (isStopping) throw new LinkLetGo("the platform is stopping"); // not acknowledged: the device sends it again
    await (verdict === "pass" ? handleUplink(device, published) : refuseHasty(device, published));
  }

  function opened(device: ConnectedDevice): void {
    const { about, epoch, openedAt } = device;
    connected.set(about.deviceId, device);
    statusNotices.arrived(device);
    void recorder
      .changed({ kind: "opened", deviceId: about.deviceId, epoch, at: new Date(openedAt) })
      .then(() => {
        events.emit("connection.changed", { ...about, connection: { state: "online", since: openedAt } });
        for (const listener of listeners) listener.ready?.(about.deviceId);
      });
  }

  function closed(device: ConnectedDevice): void {
    const { about, epoch } = device;
    const at = now();
    authenticator.left(device);
    if (connected.get(about.deviceId) === device) connected.delete(about.deviceId);
    void recorder.changed({ kind: "closed", deviceId: about.deviceId, epoch, at: new Date(at) }).then(() => {
      if (connected.has(about.deviceId)) return;
      events.emit("connection.changed", { ...about, connection: { state: "offline", lastSeen: at } });
    });
  }

  return {
    context,
    subDevices,
    listen(to: DownlinkListener): void {
      listeners.push(to);
    },
    /** Adds a feature's topics; before the start. */
    serve(more: readonly UplinkRoute[]): void {
      routes.push(...more);
    },
    /** The shapes of all topics on which devices are heard. */
    uplinkTopics: (): string[] => routes.map((route) => route.topic),
    /** Who is behind which gateway; before the start. */
    serveSubDevices(given: SubDeviceRules): void {
      rules = given;
    },

    /** Opens the ports; those that were got. */
    async start(places: ListenerAddresses): Promise<{ mqtt: number; mqtts: number | null }> {
      handleUplink = createUplinkRouter(routes, context, rules.mayLogIn);
      const stale = await store.closeAllOfNode();
      if (stale > 0) log.info({ devices: stale }, "devices of the previous run are marked offline");
      await broker.listen();
      return deviceListeners.open(places);
    },

    /** The newest CONNECTs of a device, let in or not, and of names that nobody has. */
    attemptsOf: attemptStore.listOf,
    unknownAttempts: attemptStore.listUnknown,

    isConnected: (deviceId: number) => connected.has(deviceId),
    /** Since when the device is on this connection; null where it is not here. */
    connectedSince: (deviceId: number): number | null => connected.get(deviceId)?.openedAt ?? null,
    /** This server's address as the device reached it; null where it is not here. */
    addressOf(deviceId: number): string | null {
      const connection = connected.get(deviceId)?.client.conn;
      return connection !== undefined && "localAddress" in connection
        ? String(connection.localAddress)
        : null;
    },
    countConnected: () => connected.size,
    /** Devices of a product that are here now. */
    connectedOf: (productKey: string): { deviceId: number; productKey: string; deviceName: string }[] =>
      [...connected.values()]
        .filter((one) => one.owner.productKey === productKey)
        .map((one) => ({ deviceId: one.about.deviceId, ...one.owner })),

    /** Sends a downlink; false where the device is not here, or does not read what it is sent. */
    send(deviceId: number, downlink: Downlink): boolean {
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
            payload: downlink.logged ?? downlink.payload,
          },
        })
        .catch((error) => log.warn({ err: error, deviceId }, "a downlink is missing in the message log"));
      return true;
    },

    async stop(): Promise<void> {
      isStopping = true;
      for (const stop of stopListening) stop();
      deviceListeners.shut();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      deviceListeners.letGo();
      uplinks.stop();
      await recorder.drained();
    },
  };
}
