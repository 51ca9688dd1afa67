import type { Log } from "../../../platform/log.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import type { ConnectedDevice } from "./connected-device.ts";

/**
 * A message for a device; with a token at QoS 1, and its PUBACK is reported. `logged` is what others may read of it.
 */
export type Downlink = { topic: string; payload: string; logged?: string; token: string | null };

/** Sends a downlink and logs it; false where the device is not here, or does not read what it is sent. */
export function createDownlinkSender(options: {
  connected: ReadonlyMap<number, ConnectedDevice>;
  telemetry: TelemetryService;
  log: Log;
  now: () => number;
}) {
  const { connected, telemetry, log, now } = options;

  return (deviceId: number, downlink: Downlink): boolean => {
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
  };
}
