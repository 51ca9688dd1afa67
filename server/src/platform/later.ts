import type { Log } from "./log.ts";
import { isDatabaseUnavailable } from "./store/store-errors.ts";

/** Work that begins a while after it was asked for, in that order; what waits at a stop is done at once. */
export type Later = { run(work: () => Promise<void>): void; stop(): Promise<void> };

/** Failures are logged under `what`; that the database is away is not this work's failure. */
export function createLater(options: { delayMs: number; log: Log; what: string }): Later {
  const { delayMs, log, what } = options;
  const waiting = new Map<NodeJS.Timeout, () => Promise<void>>();
  const underWay = new Set<Promise<void>>();

  function begin(work: () => Promise<void>): void {
    const done = work().catch((error) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, what);
    });
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  }

  return {
    run(work) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        begin(work);
      }, delayMs);
      waiting.set(timer, work);
    },
    async stop() {
      for (const [timer, work] of waiting) {
        clearTimeout(timer);
        begin(work);
      }
      waiting.clear();
      await Promise.allSettled(underWay);
    },
  };
}
