import type { Timing } from "../scheduler.ts";

/** A wall clock that moves when a test says so. */
export type ManualTiming = Timing & { advance(ms: number): void };

export function createManualTiming(startMs: number): ManualTiming {
  let nowMs = startMs;
  let timers: { atMs: number; run: () => void }[] = [];
  return {
    now: () => nowMs,
    once(ms, run) {
      const timer = { atMs: nowMs + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const due = timers.filter((timer) => timer.atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) break;
        timers = timers.filter((other) => other !== due);
        nowMs = Math.max(nowMs, due.atMs);
        due.run();
      }
      nowMs = endMs;
    },
  };
}
