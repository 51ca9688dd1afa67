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
import { createDeviceAdmission } from "./device-admission.ts";
import type { DeviceAuthenticator } from "./device-authenticator.ts";
import { createDeviceLinkStore } from "./device-link.store.ts";
import type { ListenerAddresses } from "./device-listeners.ts";
import { createDeviceTransport } from "./device-transport.ts";
import { createDownlinkListeners } from "./downlink-listeners.ts";
import { createDownlinkSender } from "./downlink-sender.ts";
import { createStatusNotices } from "./status-notices.ts";
import { createSubDevices } from "./sub-devices.ts";
import { createUplinkContext, type UplinkContext } from "./uplink-context.ts";
import { createUplinkIntake } from "./uplink-intake.ts";
import type { Uplink, UplinkRoute } from "./uplink-route.ts";
import type { SubDeviceRules } from "./uplink-router.ts";
import type { AnswerEvent } from "./uplinks/event-post.ts";

export type DeviceLinkService = ReturnType<typeof createDeviceLinkService>;

/** What features bring their topics with: see `uplink-route.ts`. */
export type LinkRoute = UplinkRoute;
export type LinkRequestContext = UplinkContext;
export type LinkUplink = Uplink;

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
  const { telemetry, log, now } = options;
  const store = createDeviceLinkStore(options.db, options.node);
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
  const listeners = createDownlinkListeners();
  let isStopping = false;
  let rules: SubDeviceRules = { mayLogIn: async () => false, assignmentOf: async () => null };

  const shared = { ...options, pause, isStopping: () => isStopping };
  const admission = createDeviceAdmission({
    ...shared,
    store,
    onOpened: (device) => statusNotices.arrived(device),
    onReady: listeners.ready,
  });
  const { authenticator, presence } = admission;
  const { connected } = presence;
  const context = createUplinkContext(shared);
  const intake = createUplinkIntake({ ...shared, context, onReply: listeners.replied });
  const transport = createDeviceTransport({
    ...shared,
    admission,
    intake,
    subDevices: () => subDevices,
    acknowledged: listeners.acknowledged,
  });
  const subDevices = createSubDevices({
    ...presence,
    authenticator,
    carrierOf: (device) => transport.deviceOf(device.client),
  });
  const statusNotices = createStatusNotices({ connected, subDevices, rules: () => rules, log });
  const stopListening = followChanges(options, { authenticator, statusNotices });

  return {
    context,
    subDevices,
    serve: intake.serve,
    uplinkTopics: intake.uplinkTopics,
    listen: listeners.add,
    /** Who is behind which gateway; before the start. */
    serveSubDevices(given: SubDeviceRules): void {
      rules = given;
    },

    /** Opens the ports; those that were got. */
    async start(places: ListenerAddresses): Promise<{ mqtt: number; mqtts: number | null }> {
      intake.open(rules);
      const stale = await store.closeAllOfNode();
      if (stale > 0) log.info({ devices: stale }, "devices of the previous run are marked offline");
      return transport.open(places);
    },

    /** The newest CONNECTs of a device, let in or not, and of names that nobody has. */
    attemptsOf: admission.attemptsOf,
    unknownAttempts: admission.unknownAttempts,

    ...presence.lookUps,
    send: createDownlinkSender({ connected, telemetry, log, now }),

    async stop(): Promise<void> {
      isStopping = true;
      stopListening();
      await transport.close();
      await admission.recorded();
    },
  };
}

/** What the link has to know of what others change; the function returned ends it. */
function followChanges(
  { events, log }: { events: EventBus<FleetEvents>; log: Log },
  of: {
    authenticator: Pick<DeviceAuthenticator, "reloadModel">;
    statusNotices: Pick<ReturnType<typeof createStatusNotices>, "take">;
  },
): () => void {
  const stops = [
    events.on("device.changed", ({ deviceId, life: statusNotice }) =>
      of.statusNotices.take(deviceId, statusNotice),
    ),
    events.on("product.changed", ({ productId }) => {
      of.authenticator
        .reloadModel(productId)
        .catch((error) => log.error({ err: error }, "a thing model could not be refreshed"));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
