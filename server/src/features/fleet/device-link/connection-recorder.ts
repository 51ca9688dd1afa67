import { createGroupCommit } from "../../../platform/group-commit.ts";
import type { Log } from "../../../platform/log.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import type { ConnectAttempt, ConnectAttemptStore, UnknownConnect } from "./connect-attempt.store.ts";
import type { ConnectionChange, DeviceLinkStore } from "./device-link.store.ts";

type Entry =
  | { kind: "attempt"; attempt: ConnectAttempt }
  | { kind: "unknown"; unknown: UnknownConnect }
  | ConnectionChange;

/**
 * Writes who came and went, many at a time: ten thousand reconnects are a few statements. While the database is
 * unavailable the entries wait; of one device only its newest connection counts.
 */
export function createConnectionRecorder(options: {
  store: DeviceLinkStore;
  attemptStore: ConnectAttemptStore;
  log: Log;
  pause: (ms: number) => Promise<void>;
}) {
  const { store, attemptStore, log, pause } = options;

  async function write(entries: readonly Entry[]): Promise<void> {
    const attempts = entries.flatMap((one) => (one.kind === "attempt" ? [one.attempt] : []));
    const unknown = entries.flatMap((one) => (one.kind === "unknown" ? [one.unknown] : []));
    const changes = entries.flatMap((one) => (one.kind === "opened" || one.kind === "closed" ? [one] : []));
    const opened = latest(changes.filter((one) => one.kind === "opened"));
    const closed = newest(changes).filter((one) => one.kind === "closed");
    if (attempts.length > 0) {
      const last = latest(attempts);
      await store.saveAttempts(last);
      await attemptStore.add(attempts);
      await attemptStore.trim(last.map((one) => one.deviceId));
    }
    if (unknown.length > 0) {
      await attemptStore.addUnknown(unknown);
      await attemptStore.trimUnknown();
    }
    if (opened.length > 0) await store.saveOpened(opened);
    if (closed.length > 0) await store.saveClosed(closed);
  }

  async function writeWhenPossible(entries: readonly Entry[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await write(entries);
      } catch (error) {
        if (!isDatabaseUnavailable(error) || attempt > 200) {
          log.error({ err: error }, "connections could not be recorded");
          return;
        }
        await pause(Math.min(1000, 50 * 2 ** attempt));
      }
    }
  }

  const groupCommit = createGroupCommit<Entry>({ max: 1000, write: writeWhenPossible });
  return {
    attempted: (attempt: ConnectAttempt) => groupCommit.add({ kind: "attempt", attempt }),
    recordUnknown: (unknown: UnknownConnect) => groupCommit.add({ kind: "unknown", unknown }),
    changed: (change: ConnectionChange) => groupCommit.add(change),
    drained: () => groupCommit.drained(),
  };
}

function latest<T extends { deviceId: number }>(entries: readonly T[]): T[] {
  return [...new Map(entries.map((one) => [one.deviceId, one])).values()];
}

/** Of each device the change of its newest connection: an old one's farewell may come after the new one's greeting. */
function newest(changes: readonly ConnectionChange[]): ConnectionChange[] {
  const found = new Map<number, ConnectionChange>();
  for (const change of changes) {
    const known = found.get(change.deviceId);
    if (known === undefined || change.epoch >= known.epoch) found.set(change.deviceId, change);
  }
  return [...found.values()];
}
