import { readSchedule, type Schedule } from "../../../platform/cron.model.ts";
import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { Log } from "../../../platform/log.ts";
import type { JobRow, JobStore } from "./job.store.ts";

/** A firing that is later than this was missed: the platform was down, or away from its store. */
const missedAfterMs = 60_000;
/** So many missed firings are made up for, the latest of them. */
const maxCatchUp = 24;
const lookEveryMs = 2_000;
const aliveEveryMs = 20_000;
/** What a stop waits for a run to end by itself. */
const timeoutMs = 4_000;

/**
 * Fires the jobs of the registry. Several nodes on one database all look; the database gives each tick to one of them.
 * A job never runs twice at once: a tick that comes while it runs waits for its end.
 */
export function createJobScheduler(options: {
  store: JobStore;
  registry: readonly JobDefinition[];
  zone: string;
  node: string;
  log: Log;
  now: () => number;
}) {
  const { store, zone, node, log, now } = options;
  const registry = new Map(options.registry.map((one) => [one.key, one]));
  const schedules = new Map<string, { cron: string; schedule: Schedule }>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    await store.endOrphans(null);
    for (const job of await store.list()) {
      const definition = registry.get(job.jobKey);
      // A job of another version of the program, or one that somebody wrote into the database: it is not ours to run.
      if (definition === undefined || job.status !== "0" || stopping.signal.aborted) continue;
      await fire(job, definition);
    }
  }

  async function fire(job: JobRow, definition: JobDefinition): Promise<void> {
    const schedule = scheduleOf(job);
    const at = new Date(now());
    const following = schedule.next(at);
    if (following === null) return;
    if (job.nextAt > at) {
      // The clock went far ahead and came back: the next firing is the one that the schedule names now.
      if (job.nextAt > following) await store.move(job.jobKey, job.nextAt, following);
      return;
    }
    const missed = at.getTime() - job.nextAt.getTime() > missedAfterMs;
    if (missed && job.misfirePolicy === "3") {
      await store.move(job.jobKey, job.nextAt, following);
      return;
    }
    const tick = missed && job.misfirePolicy === "1" ? firstMadeUp(schedule, job.nextAt, at) : job.nextAt;
    const nextAt = (missed && job.misfirePolicy === "1" ? schedule.next(tick) : following) ?? following;
    if (tick > job.nextAt) await store.move(job.jobKey, job.nextAt, tick);
    const id = await store.claim({ jobKey: job.jobKey, tick, nextAt, node });
    if (id !== null) begin(id, definition);
  }

  /**
   * Read once, for every look asks for it: reading all of them again made most of what a resting server leaves behind.
   */
  function scheduleOf({ jobKey, cron }: JobRow): Schedule {
    const known = schedules.get(jobKey);
    if (known?.cron === cron) return known.schedule;
    const schedule = readSchedule(cron, zone);
    schedules.set(jobKey, { cron, schedule });
    return schedule;
  }

  function begin(id: string, definition: JobDefinition): void {
    const run = execute(id, definition).finally(() => running.delete(run));
    running.add(run);
  }

  async function execute(id: string, definition: JobDefinition): Promise<void> {
    const alive = setInterval(() => store.stillAlive(id).catch(() => undefined), aliveEveryMs);
    try {
      const message = await definition.run({ now, signal: stopping.signal });
      await store.finish(id, { state: "done", message, error: "" });
    } catch (error) {
      await fail(id, definition.key, error);
    } finally {
      clearInterval(alive);
    }
  }

  /** Where the database is unavailable too, the row is ended by anyone who finds it silent. */
  async function fail(id: string, key: string, error: unknown): Promise<void> {
    const wasStopped = stopping.signal.aborted;
    if (!wasStopped) log.warn({ err: error, job: key }, "a scheduled job failed");
    const reason = error instanceof Error ? error.message : String(error);
    const end = wasStopped
      ? { state: "interrupted" as const, message: stoppedText, error: "" }
      : { state: "failed" as const, message: failedText, error: reason.slice(0, 2000) };
    await store
      .finish(id, end)
      .catch((also) => log.warn({ err: also, job: key }, "the end of a scheduled job was not stored"));
  }

  function lookAgain(afterMs: number): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => log.warn({ reason: String(error) }, "schedules could not be checked"))
        .finally(() => lookAgain(lookEveryMs));
    }, afterMs).unref();
  }

  return {
    /** One look at what is due; the loop does it every two seconds. */
    look,

    async start(): Promise<void> {
      const at = new Date(now());
      const rows = options.registry.map(({ key, defaultCron }) => ({
        jobKey: key,
        cron: defaultCron,
        nextAt: readSchedule(defaultCron, zone).next(at) ?? at,
      }));
      await store.ensure(rows);
      await store.endOrphans(node);
      lookAgain(lookEveryMs);
    },

    async stop(): Promise<void> {
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
      await looking;
      const ended = Promise.allSettled([...running]);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
    },

    /** Runs it now; null while it runs already. */
    async runNow(jobKey: string, askedBy: string): Promise<string | null> {
      const definition = registry.get(jobKey);
      if (definition === undefined) return null;
      const id = await store.claimNow({ jobKey, node, askedBy });
      if (id !== null) begin(id, definition);
      return id;
    },

    /** Waits for what runs here now. */
    async settled(): Promise<void> {
      await Promise.allSettled([...running]);
    },
  };
}

/** The missed tick to go on with, so that no more than the last few are made up for. */
function firstMadeUp(schedule: ReturnType<typeof readSchedule>, from: Date, until: Date): Date {
  const missed = [from];
  for (let one = schedule.next(from); one !== null && one <= until; one = schedule.next(one)) {
    missed.push(one);
    if (missed.length > maxCatchUp) missed.shift();
  }
  return missed[0] ?? from;
}

const failedText: LocalizedText = { en: "The job failed.", zh: "执行失败。" };
const stoppedText: LocalizedText = {
  en: "The server stopped while the job was running.",
  zh: "执行期间服务器停止。",
};
