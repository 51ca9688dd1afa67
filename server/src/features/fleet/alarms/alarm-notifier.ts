import type { Log } from "../../../platform/log.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import { createAlarmNotificationStore } from "./alarm-notification.store.ts";

const maxNotifiedPerRun = 200;
/** What happens together is reported once. */
const debounceMs = 50;

/** Reports what became of alarms: it makes the deliveries, which another part sends. */
export function createAlarmNotifier(options: {
  db: Db;
  /** Deliveries were made of what alarms have to report. */
  onNotified: () => void;
  log: Log;
  now: () => number;
}) {
  const { log, now } = options;
  const store = createAlarmNotificationStore(options.db);
  let timer: NodeJS.Timeout | null = null;
  let stopping = false;
  let underway: Promise<void> = Promise.resolve();

  /** Makes deliveries of what has to be reported; every node may, and each step is taken once. */
  async function notifyAll(): Promise<void> {
    while ((await store.notifyDue(new Date(now()), maxNotifiedPerRun)) === maxNotifiedPerRun) {}
    options.onNotified();
  }

  /** Soon, once for a burst; what is missed now the job reports within a minute. */
  function notifySoon(): void {
    if (timer !== null || stopping) return;
    timer = setTimeout(() => {
      timer = null;
      underway = underway.then(notifyAll).catch((error) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, "alarms could not be notified");
      });
    }, debounceMs).unref();
  }

  return {
    notifyAll,
    notifySoon,

    async stop(): Promise<void> {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      await underway;
    },
  };
}
