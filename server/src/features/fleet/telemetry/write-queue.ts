import { createGroupCommit, type GroupCommit } from "../../../platform/group-commit.ts";
import type { Log } from "../../../platform/log.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import { RefusedUplink, type StoredUplink } from "../uplink.ts";
import type { UplinkWriter } from "./uplink-writer.store.ts";

const maxUplinks = 2000;
/** Of messages in one transaction: others wait for its end. */
const maxBytes = 2 * 1024 * 1024;

/**
 * One of the writers' queues. While the database is unavailable a batch is held and tried again, so devices wait by
 * back-pressure; a batch that fails for another reason is halved until the culprit is alone.
 */
export function createWriteQueue(options: {
  writer: UplinkWriter;
  log: Log;
  canWrite: () => boolean;
  /** Resolves after a pause, or at once when the program stops. */
  pause: (ms: number) => Promise<void>;
  isStopping: () => boolean;
}): GroupCommit<WriteItem> {
  const { writer, log, canWrite, pause, isStopping } = options;

  async function write(items: readonly WriteItem[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      while (!canWrite() && !isStopping()) await pause(250);
      try {
        return await writer.write(items.map((item) => item.uplink));
      } catch (error) {
        if (!isDatabaseUnavailable(error)) return await bisect(items, error);
        if (isStopping()) throw error;
        if (attempt === 0)
          log.warn(
            { reason: String(error), held: items.length },
            "the database is unavailable; uplinks are held",
          );
        await pause(Math.min(1000, 50 * 2 ** attempt));
      }
    }
  }

  async function bisect(items: readonly WriteItem[], error: unknown): Promise<void> {
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

  return createGroupCommit({ max: maxUplinks, weigh: { max: maxBytes, weightOf }, write });
}

/** Nearly: the bytes of the message, and what its values take as objects. */
export function weightOf({ uplink }: WriteItem): number {
  return (uplink.message?.payload.length ?? 0) + 200 * (uplink.values.length + 1);
}

export type WriteItem = { uplink: StoredUplink; refused: Error | null };
