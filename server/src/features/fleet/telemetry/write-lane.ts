import { type Batcher, createBatcher } from "../../../platform/batcher.ts";
import type { Log } from "../../../platform/log.ts";
import { isStoreAway } from "../../../platform/store/database.ts";
import { RefusedUplink, type StoredUplink } from "../uplink.ts";
import type { UplinkWriter } from "./uplink-writer.store.ts";

const mostUplinks = 2000;

/**
 * One of the writers' queues. While the store is away a batch is held and tried again, so devices wait by
 * back-pressure; a batch that fails for another reason is halved until the culprit stands alone.
 */
export function createWriteLane(options: {
  writer: UplinkWriter;
  log: Log;
  canWrite: () => boolean;
  /** Resolves after a pause, or at once when the program stops. */
  pause: (ms: number) => Promise<void>;
  isStopping: () => boolean;
}): Batcher<{ uplink: StoredUplink; refused: Error | null }> {
  const { writer, log, canWrite, pause, isStopping } = options;

  async function write(items: readonly Item[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      while (!canWrite() && !isStopping()) await pause(250);
      try {
        return await writer.write(items.map((item) => item.uplink));
      } catch (error) {
        if (!isStoreAway(error)) return await halve(items, error);
        if (isStopping()) throw error;
        if (attempt === 0)
          log.warn({ reason: String(error), held: items.length }, "the store is away; uplinks are held");
        await pause(Math.min(1000, 50 * 2 ** attempt));
      }
    }
  }

  async function halve(items: readonly Item[], error: unknown): Promise<void> {
    const [first] = items;
    if (first !== undefined && items.length === 1) {
      log.warn({ err: error, deviceId: first.uplink.about.deviceId }, "an uplink cannot be stored");
      first.refused = new RefusedUplink(error instanceof Error ? error.message : String(error));
      return;
    }
    const middle = Math.ceil(items.length / 2);
    await write(items.slice(0, middle));
    await write(items.slice(middle));
  }

  return createBatcher({ most: mostUplinks, write });
}

type Item = { uplink: StoredUplink; refused: Error | null };
