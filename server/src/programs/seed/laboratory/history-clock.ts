/** A clock that goes through what happened, in its order. */
export type HistoryClock = { now(): number; set(ms: number): void };

export function createHistoryClock(startMs = Date.now()): HistoryClock {
  let ms = startMs;
  return {
    now: () => ms,
    set(to) {
      ms = to;
    },
  };
}

export type Step = { at: number; work: () => Promise<void> };

const max = 4;

/** Plays steps by their time; those of one moment go side by side, a few at once. */
export async function playSteps(clock: HistoryClock, steps: readonly Step[]): Promise<void> {
  const ordered = [...steps].sort((a, b) => a.at - b.at);
  for (let from = 0; from < ordered.length; ) {
    const at = ordered[from]?.at ?? 0;
    let to = from;
    while (to < ordered.length && to - from < max && ordered[to]?.at === at) to++;
    clock.set(at);
    await Promise.all(ordered.slice(from, to).map((step) => step.work()));
    from = to;
  }
}
