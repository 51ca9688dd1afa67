import type { ConnectIdentity } from "@tracewater/alink/credentials";
import type { Client } from "aedes";
import type { Log } from "../../../platform/log.ts";
import type { ConnectAttempt, UnknownConnect } from "./connect-attempt.store.ts";
import type { ConnectedDevice } from "./connected-device.ts";
import type { createConnectionRecorder } from "./connection-recorder.ts";
import { addressOf } from "./device-authenticator.ts";
import { createViolationThrottle } from "./violation-throttle.ts";

/** Records and logs each CONNECT, and turns away devices that violate the protocol and come back too often. */
export function createConnectWatch(options: {
  recorder: Pick<ReturnType<typeof createConnectionRecorder>, "attempted" | "recordUnknown">;
  log: Log;
  now: () => number;
}) {
  const { recorder, log, now } = options;
  const violations = createViolationThrottle(now);

  return {
    onAttempt(attempt: ConnectAttempt): void {
      const { deviceId, address, tookOver } = attempt;
      if (tookOver)
        log.warn({ deviceId, address }, "a second connection of the same device closes the first");
      void recorder.attempted(attempt);
    },

    onUnknown(unknown: UnknownConnect): void {
      log.info(unknown, "a CONNECT uses an unknown device name");
      void recorder.recordUnknown(unknown);
    },

    recordViolation(client: Client, device: ConnectedDevice): void {
      violations.recordViolation(addressOf(client), device.owner.deviceName, device.about.deviceId);
    },

    isTooOften(client: Client, { deviceName, sdkVersion }: ConnectIdentity): boolean {
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
    },
  };
}
