import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { FleetEvents } from "../fleet-events.ts";
import { createConnectAttemptStore } from "./connect-attempt.store.ts";
import { createConnectWatch } from "./connect-watch.ts";
import type { ConnectedDevice } from "./connected-device.ts";
import { createConnectionRecorder } from "./connection-recorder.ts";
import { createDeviceAuthenticator } from "./device-authenticator.ts";
import type { DeviceLinkStore } from "./device-link.store.ts";
import { createPresence } from "./presence.ts";

type AuthenticatorOptions = Omit<
  Parameters<typeof createDeviceAuthenticator>[0],
  "onAttempt" | "onUnknown" | "isConnected"
>;

/** Lets devices in, and keeps who is there; each CONNECT and each connection is recorded. */
export function createDeviceAdmission(
  options: AuthenticatorOptions & {
    db: Db;
    store: DeviceLinkStore;
    events: EventBus<FleetEvents>;
    pause: (ms: number) => Promise<void>;
    onOpened: (device: ConnectedDevice) => void;
    /** Its connection is recorded. */
    onReady: (deviceId: number) => void;
    log: Log;
  },
) {
  const attempts = createConnectAttemptStore(options.db);
  const recorder = createConnectionRecorder({ ...options, attemptStore: attempts });
  const connects = createConnectWatch({ ...options, recorder });
  const presence = createPresence({
    ...options,
    recorder,
    onClosed: (device) => authenticator.left(device),
  });
  const authenticator = createDeviceAuthenticator({
    ...options,
    onAttempt: connects.onAttempt,
    onUnknown: connects.onUnknown,
    isConnected: presence.lookUps.isConnected,
  });
  return {
    authenticator,
    presence,
    connects,
    attemptsOf: attempts.listOf,
    unknownAttempts: attempts.listUnknown,
    /** What is still to be recorded is. */
    recorded: recorder.drained,
  };
}
