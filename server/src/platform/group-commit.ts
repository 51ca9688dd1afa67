/**
 * Group commit without a timer: takes all that waits, writes it once, answers each; the next batch forms
 * meanwhile. One batch is in work at a time, so items are written in the order they came.
 */
export type GroupCommit<T> = {
  /** Resolves once the item's batch is written. */
  add(item: T): Promise<void>;
  /** How many wait or are in work. */
  size(): number;
  /** What these weigh. */
  weight(): number;
  /** Resolves when all that was added so far is written. */
  drained(): Promise<void>;
};

type Waiting<T> = { item: T; resolve: () => void; reject: (error: unknown) => void };

export function createGroupCommit<T>(options: {
  max: number;
  /** Bounds a batch by what its items weigh together, where one alone is not heavier than that. */
  weigh?: { max: number; weightOf: (item: T) => number };
  write: (items: readonly T[]) => Promise<void>;
}): GroupCommit<T> {
  const { max, weigh = { max: Number.POSITIVE_INFINITY, weightOf: () => 0 } } = options;
  let weight = 0;
  let waiting: Waiting<T>[] = [];
  let inWork = 0;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    // One turn later: everything that arrived in the same read of the sockets goes into the same batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const count = countNext();
      const batch = waiting.length > count ? waiting.splice(0, count) : waiting;
      if (batch === waiting) waiting = [];
      inWork = batch.length;
      await writeBatch(batch);
      inWork = 0;
      for (const { item } of batch) weight -= weigh.weightOf(item);
    }
    working = null;
  }

  /** How many of those that wait make the next batch: one at least. */
  function countNext(): number {
    let sum = 0;
    for (const [at, { item }] of waiting.entries()) {
      sum += weigh.weightOf(item);
      if (at > 0 && (at >= max || sum > weigh.max)) return at;
    }
    return waiting.length;
  }

  async function writeBatch(batch: Waiting<T>[]): Promise<void> {
    try {
      await options.write(batch.map((one) => one.item));
    } catch (error) {
      for (const one of batch) one.reject(error);
      return;
    }
    for (const one of batch) one.resolve();
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        weight += weigh.weightOf(item);
        working ??= work();
      });
    },
    size: () => waiting.length + inWork,
    weight: () => weight,
    async drained() {
      await working;
    },
  };
}
