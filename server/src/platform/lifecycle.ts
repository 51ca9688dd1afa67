import type { Log } from "./log.ts";

/** A part of the program that is opened once and closed once. */
export type Part = { name: string; start?(): Promise<void>; stop?(): Promise<void> };

export type Lifecycle = {
  /** Opens a part now; it is closed by `stop`, in reverse order, even if it did not open whole. */
  start(part: Part): Promise<void>;
  stop(): Promise<void>;
};

export function createLifecycle(log: Log): Lifecycle {
  const started: Part[] = [];
  let stopping: Promise<void> | null = null;

  async function stopAll(): Promise<void> {
    for (const part of started.reverse()) {
      try {
        await part.stop?.();
      } catch (error) {
        log.error({ err: error, part: part.name }, "a part did not stop cleanly");
      }
    }
  }

  return {
    async start(part) {
      // Before its start: a part that fails half open has that half to close, or the program never ends.
      started.push(part);
      await part.start?.();
    },
    stop() {
      stopping ??= stopAll();
      return stopping;
    },
  };
}
