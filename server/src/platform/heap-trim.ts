import { performance } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives back the memory that a start or a load has left behind. V8 shrinks its space for new objects only at a
 * collection that finds little being made, and a server at rest makes so little that none comes for hours: 40 MB stay.
 */
export type HeapTrim = { look(): void };

/** How far the heap may grow over what was alive at its last collection. */
const maxGrowthPercent = 250;

/**
 * Collects the heap more often than V8 would on a machine with much memory, where it waits until four times of what is
 * alive is in use. Objects of a post may outlive two collections of new objects while the database answers: a loaded server
 * filled 300 MB with them. Only a growing heap reads the flag, so that it may be set in a running process.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${maxGrowthPercent}`);
}

const everyMs = 2_000;
/** A share of the time in which the event loop was at work. */
const restBelow = 0.1;
const enoughBytes = 4 * 1024 * 1024;
/** Collections in one rest: V8 learns from each how little is made, and shrinks at the second or third. */
const maxConsecutive = 6;

export function createHeapTrim(of: {
  /** Since it was asked last. */
  busyShare: () => number;
  newSpaceBytes: () => number;
  collect: () => void;
}): HeapTrim {
  let done = 0;
  return {
    look() {
      if (of.busyShare() > restBelow) {
        done = 0;
        return;
      }
      if (done >= maxConsecutive || of.newSpaceBytes() <= enoughBytes) return;
      done += 1;
      of.collect();
    },
  };
}

/** Of this process; `start` and `stop` for its life. */
export function createProcessTrim() {
  let last = performance.eventLoopUtilization();
  let timer: NodeJS.Timeout | undefined;
  const trim = createHeapTrim({
    busyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    newSpaceBytes: () =>
      getHeapSpaceStatistics().find((space) => space.space_name === "new_space")?.space_size ?? 0,
    collect: readCollector(),
  });
  return {
    async start(): Promise<void> {
      timer = setInterval(trim.look, everyMs).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
    },
  };
}

/** V8 has it for those who ask by a flag; contexts made after that know it. */
function readCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return typeof collect === "function" ? () => void collect() : () => undefined;
}
