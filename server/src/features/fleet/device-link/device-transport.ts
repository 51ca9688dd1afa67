import { Socket } from "node:net";
import type { ConnectionBook } from "../../../platform/connection-book.ts";
import type { Log } from "../../../platform/log.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import type { createDeviceAdmission } from "./device-admission.ts";
import { createDeviceListeners, type ListenerAddresses } from "./device-listeners.ts";
import { createLinkBroker } from "./link-broker.ts";
import { createOpenUplinks, crowdedBytes } from "./open-uplinks.ts";
import type { SubDevices } from "./sub-devices.ts";
import type { createUplinkIntake } from "./uplink-intake.ts";

/** The broker with the ports on which devices connect to it. */
export function createDeviceTransport(options: {
  telemetry: Pick<TelemetryService, "waitingBytes">;
  /** The connections that are open, and who may open more. */
  book: ConnectionBook;
  /** From a connection to its CONNECT. */
  connectMs: number;
  isStopping: () => boolean;
  admission: Pick<ReturnType<typeof createDeviceAdmission>, "authenticator" | "presence" | "connects">;
  intake: Pick<ReturnType<typeof createUplinkIntake>, "receive">;
  subDevices: () => Pick<SubDevices, "arrived" | "carrierLeft">;
  acknowledged: (token: string) => void;
  log: Log;
}) {
  const { telemetry, book, connectMs, isStopping, subDevices, log } = options;
  const { authenticator, presence, connects } = options.admission;
  const uplinks = createOpenUplinks({ isCrowded: () => telemetry.waitingBytes() > crowdedBytes });
  const { broker, deviceOf } = createLinkBroker({
    admit: authenticator.admit,
    isTooOften: connects.isTooOften,
    receive: options.intake.receive,
    isStopping,
    connectMs,
    uplinks,
    arrived(device) {
      const { conn } = device.client;
      if (conn instanceof Socket) book.finish(conn);
      subDevices().arrived(device);
      presence.opened(device);
    },
    left(device) {
      subDevices().carrierLeft(device);
      presence.closed(device);
    },
    acknowledged: options.acknowledged,
    broke: connects.recordViolation,
    log,
  });
  const ports = createDeviceListeners({
    take: (socket) => broker.handle(socket),
    book,
    mayRead: uplinks.mayRead,
    connectMs,
  });

  return {
    deviceOf,

    /** Opens the ports; those that were got. */
    async open(places: ListenerAddresses): Promise<{ mqtt: number; mqtts: number | null }> {
      await broker.listen();
      return ports.open(places);
    },

    async close(): Promise<void> {
      ports.shut();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      ports.letGo();
      uplinks.stop();
    },
  };
}
