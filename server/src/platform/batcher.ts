/**
 * Group commit without a timer: takes all that waits, writes it once, answers each; the next batch forms
 * meanwhile. One batch is in work at a time, so items are written in the order they came.
 */
export type Batcher<T> = {
  /** Resolves once the item's batch is written. */
  add(item: T): Promise<void>;
  /** How many wait or are in work. */
  size(): number;
  /** Resolves when all that was added so far is written. */
  drained(): Promise<void>;
};

type Waiting<T> = { item: T; resolve: () => void; reject: (error: unknown) => void };

export function createBatcher<T>(options: {
  most: number;
  write: (items: readonly T[]) => Promise<void>;
}): Batcher<T> {
  let waiting: Waiting<T>[] = [];
  let inWork = 0;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    // One turn later: everything that arrived in the same read of the sockets goes into the same batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.length > options.most ? waiting.splice(0, options.most) : waiting;
      if (batch === waiting) waiting = [];
      inWork = batch.length;
      await writeBatch(batch);
      inWork = 0;
    }
    working = null;
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
        working ??= work();
      });
    },
    size: () => waiting.length + inWork,
    async drained() {
      await working;
    },
  };
}
