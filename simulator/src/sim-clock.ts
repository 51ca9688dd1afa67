/** Model time alongside wall time: the same at speed 1, `speed` times as fast from the start otherwise. */
export type SimClock = { now(): number; wallAt(simMs: number): number };

export function createSimClock(wallNow: () => number, speed: number): SimClock {
  const startMs = wallNow();
  return {
    now: () => startMs + (wallNow() - startMs) * speed,
    wallAt: (simMs) => startMs + (simMs - startMs) / speed,
  };
}
