/*
 * Limits how much of one kind of costly work runs at once: a fixed number overall, one for each owner. The rest waits
 * in line for a bounded time. Where an owner has too much in the line, or the line is full, work is refused with the
 * time to try again.
 */
import { AppError } from "./app-error.ts";
import type { LocalizedText } from "./localized-text.ts";

export type WorkSlots = ReturnType<typeof createWorkSlots>;

/** A place in the line. Anyone who reserved it has to release it, whatever comes of the work. */
export type Place = {
  /** Resolves once the work may run; throws where that takes too long or is given up. */
  ready(signal?: AbortSignal): Promise<void>;
  release(): void;
};

type Entry = { owner: string; isRunning: boolean; wake: () => void };

export function createWorkSlots(options: {
  atOnce: number;
  /** Places in the line, besides those of what runs; of one owner at most so many. */
  maxWaiting: number;
  maxWaitingOfOwner: number;
  maxWaitMs: number;
  /** What an owner reads who has too much of it waiting. */
  own: LocalizedText;
  /** What is read where too much of it waits. */
  all: LocalizedText;
}) {
  const line: Entry[] = [];
  const running = () => line.filter((one) => one.isRunning);

  /** Lets run what may, in the order of the line; an owner whose work runs is passed by. */
  function admit(): void {
    for (const entry of line) {
      const now = running();
      if (now.length >= options.atOnce) return;
      if (entry.isRunning || now.some((one) => one.owner === entry.owner)) continue;
      entry.isRunning = true;
      entry.wake();
    }
  }

  function reserve(owner: string): Place {
    const own = line.filter((one) => one.owner === owner).length;
    if (own > options.maxWaitingOfOwner) throw busy(options.own);
    if (line.length >= options.atOnce + options.maxWaiting) throw busy(options.all);
    const entry: Entry = { owner, isRunning: false, wake: () => undefined };
    line.push(entry);
    admit();
    return {
      async ready(signal) {
        if (entry.isRunning) return;
        const granted = new Promise<true>((resolve) => {
          entry.wake = () => resolve(true);
        });
        if (await within(granted, options.maxWaitMs, signal)) return;
        throw busy(running().some((one) => one.owner === owner) ? options.own : options.all);
      },
      release() {
        const at = line.indexOf(entry);
        if (at < 0) return;
        line.splice(at, 1);
        admit();
      },
    };
  }

  return {
    reserve,

    /** Runs work in a place of its own. */
    async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const place = reserve(owner);
      try {
        await place.ready(signal);
        return await work();
      } finally {
        place.release();
      }
    },
  };
}

const retryAfterSeconds = 10;

function busy(text: LocalizedText): AppError {
  return new AppError("busy", text, [], retryAfterSeconds);
}

/** False where it took too long, or nobody waits for it any longer. */
async function within(granted: Promise<true>, ms: number, signal?: AbortSignal): Promise<boolean> {
  let end = (): void => undefined;
  const given = new Promise<false>((resolve) => {
    end = () => resolve(false);
  });
  const timer = setTimeout(end, ms);
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted) end();
  try {
    return await Promise.race([granted, given]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
