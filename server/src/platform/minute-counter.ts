/**
 * Counts what comes within a minute, by its source and in total. Beyond the limits it is still counted by whoever asks,
 * but no longer written down one by one.
 */
export type MinuteCounter = { take(source: string, nowMs: number): boolean };

const minuteMs = 60_000;
/** Sources that are counted separately; those of a crowd count by the total alone. */
const maxSources = 10_000;

export function createMinuteCounter(max: { perSource: number; inTotal: number }): MinuteCounter {
  let since = Number.NEGATIVE_INFINITY;
  let total = 0;
  const counts = new Map<string, number>();
  return {
    take(source, nowMs) {
      if (nowMs - since >= minuteMs || nowMs < since) {
        since = nowMs;
        total = 0;
        counts.clear();
      }
      const own = counts.get(source) ?? 0;
      if (total >= max.inTotal || own >= max.perSource) return false;
      total += 1;
      if (counts.has(source) || counts.size < maxSources) counts.set(source, own + 1);
      return true;
    },
  };
}
