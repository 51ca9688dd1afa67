import type { JobDefinition } from "../../../platform/job-definition.ts";
import { startOfDay } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type Arrival, createRollupStore, type LateMark } from "./rollup.store.ts";

/** What arrived within this is left for the next run: most of it is still on its way into the database. */
const debounceMs = 2_000;
const shortestMs = 60_000;
const maxMs = 7 * 86_400_000;
/** A step that took longer than this is followed by a shorter one, a quicker one by a longer one. */
const targetMs = 2_000;
/** What late data may take of a run: fresh readings wait for no more than this. */
const lateBudgetMs = 120_000;

/** A Monday: days and weeks are counted from its midnight in the server's zone. */
const rollupEpoch = "2000-01-03";

/**
 * Brings rollups of 1 minute, 1 hour and 1 day up to what has arrived. Every reading is added once, by the time of its
 * arrival, whatever the time it reports; what was stored after its span of arrival was closed has left a mark, and the
 * buckets that it lies in are recalculated.
 */
export function rollupJob(options: { db: Db; zone: string }): JobDefinition {
  const store = createRollupStore(options.db);
  const clock = () => performance.now();
  return {
    key: "rollup",
    name: { en: "Reading rollups", zh: "监测数据聚合" },
    about: {
      en: "Aggregates readings by minute, hour and day for long-period charts.",
      zh: "按分钟、小时和天聚合监测数据，用于长时间跨度的曲线。",
    },
    defaultCron: "*/5 * * * *",
    async run({ now, signal }) {
      await store.setOrigin(startOfDay(options.zone, rollupEpoch));
      const { rolledTo } = await store.state();
      const to = new Date(Math.max(now() - debounceMs, rolledTo.getTime()));
      await store.close(to);
      await inSteps({ from: rolledTo, to }, clock, signal, store.merge);
      const late = signal.aborted ? 0 : await workLateIn(signal);
      const seconds = Math.round((to.getTime() - rolledTo.getTime()) / 1000);
      return {
        en: `Aggregated ${seconds} s of readings, ${late} late batches.`,
        zh: `已聚合 ${seconds} 秒内到达的数据，补算迟到批次 ${late} 个。`,
        // What came since the last run is aggregated each time.
        idle: late === 0,
      };
    },
  };

  /** Up to the time that late data may take in one run; the rest waits for the next, which starts with fresh data. */
  async function workLateIn(signal: AbortSignal): Promise<number> {
    const end = clock() + lateBudgetMs;
    let done = 0;
    for (const { ids, ...span } of joined(await store.listLate())) {
      // Its rows are found by arrival, both ends included: a step begins where the last one ended.
      await inSteps(span, clock, signal, async (step) => {
        done += await store.redo(step, ids);
        return clock() < end;
      });
      if (signal.aborted || clock() >= end) break;
    }
    return done;
  }
}

/** Takes a long span in steps whose length follows how long they take; ends early where one reports false. */
async function inSteps(
  span: Arrival,
  clock: () => number,
  signal: AbortSignal,
  work: (step: Arrival) => Promise<boolean>,
): Promise<void> {
  let length = shortestMs;
  let { from } = span;
  do {
    if (signal.aborted) return;
    const to = new Date(Math.min(span.to.getTime(), from.getTime() + length));
    const began = clock();
    if (!(await work({ from, to }))) return;
    const took = clock() - began;
    if (took > targetMs) length = Math.max(shortestMs, length / 2);
    else if (took < targetMs / 2) length = Math.min(maxMs, length * 2);
    from = to;
  } while (from < span.to);
}

/** Marks of batches that touch or overlap, as one span. */
function joined(marks: readonly LateMark[]): (Arrival & { ids: string[] })[] {
  const spans: (Arrival & { ids: string[] })[] = [];
  for (const { id, from, to } of [...marks].sort((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = spans.at(-1);
    if (last !== undefined && from.getTime() - last.to.getTime() <= shortestMs) {
      last.ids.push(id);
      if (to > last.to) last.to = to;
    } else spans.push({ from, to, ids: [id] });
  }
  return spans;
}
