/** A clock that goes through what happened, in its order. */
export type PastClock = { now(): number; set(ms: number): void };

export function createPastClock(): PastClock {
  let ms = Date.now();
  return {
    now: () => ms,
    set(to) {
      ms = to;
    },
  };
}

export type Step = { at: number; work: () => Promise<void> };

const most = 4;

/** Plays steps by their time; those of one moment go beside each other, a few at once. */
export async function playSteps(clock: PastClock, steps: readonly Step[]): Promise<void> {
  const ordered = [...steps].sort((a, b) => a.at - b.at);
  for (let from = 0; from < ordered.length; ) {
    const at = ordered[from]?.at ?? 0;
    let to = from;
    while (to < ordered.length && to - from < most && ordered[to]?.at === at) to++;
    clock.set(at);
    await Promise.all(ordered.slice(from, to).map((step) => step.work()));
    from = to;
  }
}
