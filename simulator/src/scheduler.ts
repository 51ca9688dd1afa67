/** One timer for a whole fleet, over a binary heap of what is to be done when. */

/** Wall time and one real timer: what the scheduler is on, and what a test replaces. */
export type Timing = {
  now(): number;
  /** Calls back once, about `ms` from now; the answer takes it back. */
  once(ms: number, run: () => void): () => void;
};

export type Scheduler = {
  now(): number;
  /** Runs `task` at `atMs` (wall time) or as soon after as it can; the answer takes it back. */
  at(atMs: number, task: () => void): () => void;
  after(delayMs: number, task: () => void): () => void;
  stop(): void;
};

type Entry = { atMs: number; order: number; task: (() => void) | null };

/** One timer for the whole fleet over a binary heap: a device costs an entry of it, never a timer of its own. */
export function createScheduler(timing: Timing): Scheduler {
  const heap: Entry[] = [];
  let order = 0;
  let armed: { atMs: number; cancel: () => void } | null = null;
  let stopped = false;

  function arm(): void {
    const first = heap[0];
    if (first === undefined || stopped) return;
    if (armed !== null && armed.atMs <= first.atMs) return;
    armed?.cancel();
    const cancel = timing.once(Math.max(0, first.atMs - timing.now()), run);
    armed = { atMs: first.atMs, cancel };
  }

  function run(): void {
    armed = null;
    const now = timing.now();
    for (let first = heap[0]; first !== undefined && first.atMs <= now && !stopped; first = heap[0]) {
      popFirst(heap);
      first.task?.();
    }
    arm();
  }

  function at(atMs: number, task: () => void): () => void {
    const entry: Entry = { atMs, order: order++, task };
    push(heap, entry);
    arm();
    return () => {
      // The entry stays in the heap until its time; only what it holds is let go.
      entry.task = null;
    };
  }

  return {
    now: timing.now,
    at,
    after: (delayMs, task) => at(timing.now() + delayMs, task),
    stop() {
      stopped = true;
      armed?.cancel();
      heap.length = 0;
    },
  };
}

export const wallTiming: Timing = {
  now: Date.now,
  once(ms, run) {
    const timer = setTimeout(run, Math.min(ms, 2_000_000_000));
    return () => clearTimeout(timer);
  },
};

function isBefore(a: Entry, b: Entry): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}

function push(heap: Entry[], entry: Entry): void {
  let at = heap.length;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || !isBefore(entry, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = entry;
}

function popFirst(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const leftEntry = heap[left];
    if (leftEntry === undefined) break;
    const rightEntry = heap[left + 1];
    const useRight = rightEntry !== undefined && isBefore(rightEntry, leftEntry);
    const child = useRight ? rightEntry : leftEntry;
    if (!isBefore(child, last)) break;
    heap[at] = child;
    at = useRight ? left + 1 : left;
  }
  heap[at] = last;
}
