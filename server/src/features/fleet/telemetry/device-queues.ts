import type { GroupCommit } from "../../../platform/group-commit.ts";
import { type WriteItem, weightOf } from "./write-queue.ts";

/** A message heavier than this, in bytes, takes the database as long as hundreds of posts. */
const heavy = 32 * 1024;

/** The uplinks of one device that wait or are written, all in one queue. */
export type InUse = {
  queue: GroupCommit<WriteItem>;
  /** What has to be written before them; null for nothing. */
  before: Promise<void> | null;
  open: number;
  /** Who waits for the last of them. */
  waiting: (() => void)[];
};

/**
 * Which queue an uplink is written by: one of its device's number, and a heavy one in the queue for these, so that
 * nobody else's post waits for it. The uplinks of a device are written in their order: behind a heavy one the others
 * take its queue as well, and a heavy one waits until those before it are written.
 */
export function createDeviceQueues(options: {
  queues: readonly GroupCommit<WriteItem>[];
  heavyQueue: GroupCommit<WriteItem>;
}) {
  const { queues, heavyQueue } = options;
  const inUse = new Map<number, InUse>();

  function choose(item: WriteItem): InUse {
    const { deviceId } = item.uplink.about;
    const current = inUse.get(deviceId);
    const isHeavy = weightOf(item) > heavy;
    if (current !== undefined && (!isHeavy || current.queue === heavyQueue)) return current;
    const queue = isHeavy ? heavyQueue : queues[deviceId % queues.length];
    if (queue === undefined) throw new Error("there is no queue for this device");
    const fresh = { queue, before: current === undefined ? null : endOf(current), open: 0, waiting: [] };
    inUse.set(deviceId, fresh);
    return fresh;
  }

  return {
    /** Where it is added once what is before it is written; to be ended then. */
    begin(item: WriteItem): InUse {
      const chosen = choose(item);
      chosen.open += 1;
      return chosen;
    },
    end(item: WriteItem, chosen: InUse): void {
      chosen.open -= 1;
      if (chosen.open > 0) return;
      const { deviceId } = item.uplink.about;
      if (inUse.get(deviceId) === chosen) inUse.delete(deviceId);
      for (const goOn of chosen.waiting) goOn();
    },
    /** Resolves when nothing waits. */
    async drained(): Promise<void> {
      while (inUse.size > 0) await Promise.all([...inUse.values()].map(endOf));
    },
  };
}

function endOf({ waiting }: InUse): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve));
}
