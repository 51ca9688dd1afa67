/*
 * Fires timed tasks. Every node looks; the database gives each tick to one of them, in the transaction that writes its
 * commands: a server that is killed in between has either fired it whole or not at all. Ticks that were missed are
 * reported and not made up for: nobody wants a day's samples taken in one minute.
 */
import type { Log } from "../../../platform/log.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import { countMissed, missedText, nextTick } from "./timed-task.model.ts";
import type { TimedTaskRow, TimedTaskStore } from "./timed-task.store.ts";

/** A tick that is later than this was missed: the platform was down, or away from its store. */
const missedAfterMs = 60_000;
const lookEveryMs = 1_000;
const maxPerBatch = 100;
/** The clock went back where it shows less than at the last look, by more than clocks are set in passing. */
const backMs = 2_000;

export function createTimedTaskRunner(options: {
  store: TimedTaskStore;
  /** Claims the tick and orders what it stands for. */
  fire: (task: TimedTaskRow, of: { tick: Date; nextAt: Date | null; at: Date }) => Promise<void>;
  log: Log;
  now: () => number;
}) {
  const { store, fire, log, now } = options;
  let lastLook: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  let stopping = false;

  async function look(): Promise<void> {
    const at = new Date(now());
    if (lastLook === null || at.getTime() < lastLook - backMs) await realign(at);
    lastLook = at.getTime();
    for (const task of await store.listDue(at, maxPerBatch)) {
      if (stopping) return;
      try {
        await pass(task, at);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        log.error({ err: error, timedTask: task.id }, "a timed task could not run");
      }
    }
  }

  async function pass(task: TimedTaskRow, at: Date): Promise<void> {
    const tick = task.nextAt;
    if (tick === null) return;
    const nextAt = nextTick(task, at);
    if (at.getTime() - tick.getTime() <= missedAfterMs) return fire(task, { tick, nextAt, at });
    const missed = countMissed(task, tick, at);
    const id = await store.claim({ id: task.id, tick, nextAt, at, state: "missed", missed });
    if (id === null) return;
    const none = { commandId: null, batchId: null, devices: 0 };
    await store.finish(id, { state: "missed", message: missedText(missed), ...none });
  }

  /** After the clock went back, or a restart after that: the next tick is the one that the schedule names now. */
  async function realign(at: Date): Promise<void> {
    for (let after = 0; ; ) {
      const waiting = await store.listWaiting(after, maxPerBatch);
      for (const task of waiting) {
        const next = nextTick(task, at);
        if (next === null || (task.nextAt !== null && task.nextAt <= next)) continue;
        if (!(await store.isOver(task.id, next))) await store.move(task.id, task.nextAt, next);
        else await store.move(task.id, task.nextAt, nextTick(task, next));
      }
      const last = waiting.at(-1);
      if (last === undefined || waiting.length < maxPerBatch) return;
      after = last.id;
    }
  }

  function lookAgain(): void {
    if (stopping) return;
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) log.error({ err: error }, "timed tasks could not be checked");
        })
        .finally(lookAgain);
    }, lookEveryMs).unref();
  }

  return {
    /** One look at what is due; the loop does it every second. */
    look,
    async start(): Promise<void> {
      lookAgain();
    },
    async stop(): Promise<void> {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      await looking;
    },
  };
}
