/*
 * A full disk stops PostgreSQL for good when it cannot write its log. So writes are refused while there is still
 * room (the watermark), and a ballast file keeps room that is let go when the watermark was not enough: with it the
 * checkpoint finds space, after which PostgreSQL recycles its log.
 */

import { randomFillSync } from "node:crypto";
import { open, rm, stat, statfs as statfsOf } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";

export type FreeSpace = { state: "enough" } | { state: "low"; freeBytes: number };

type Watched = {
  /** Holds the ballast and shows which disk is meant; not PostgreSQL's own folder but the one above it. */
  folder: string;
  lowBytes: number;
  ballastBytes: number;
  everyMs: number;
  /** Reported the first state and every change. */
  onChange: (space: FreeSpace) => void;
  statfs?: (folder: string) => Promise<{ bavail: number; bsize: number }>;
  onError?: (error: unknown) => void;
};

const CHUNK_BYTES = 1024 * 1024;
/** Low ends only well above the mark, or each deleted file would switch the platform on and off. */
const ENOUGH_AGAIN = 1.25;
const CRITICAL = 0.25;

/** Looks once before it resolves, then every `everyMs`; `check` looks now. */
export async function watchFreeSpace(o: Watched): Promise<{ check(): Promise<void>; stop(): Promise<void> }> {
  let isLow: boolean | null = null;
  let isStopped = false;
  let isRefused = false;
  let running: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    if (isStopped) return;
    const free = await freeBytes(o);
    const low = free < o.lowBytes * (isLow === true ? ENOUGH_AGAIN : 1);
    if (low !== isLow) {
      isLow = low;
      o.onChange(low ? { state: "low", freeBytes: free } : { state: "enough" });
    }
    if (!isRefused) await tendBallast(o, free).catch(onRefusal);
  }

  /** A quota allows less than the disk has free. The ballast cannot be had then, and is not tried over and over. */
  function onRefusal(error: unknown): void {
    if (!["ENOSPC", "EDQUOT"].includes(errorCode(error))) throw error;
    isRefused = true;
  }

  /** One look at a time; one that failed does not keep the next from looking. */
  function check(): Promise<void> {
    running = running.then(look, look);
    return running;
  }

  await check();
  const timer = setInterval(
    () => void check().catch((error: unknown) => o.onError?.(error)),
    o.everyMs,
  ).unref();
  return {
    check,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running.catch(() => undefined);
    },
  };
}

/** For a database that cannot even start on a full disk; false when there was no ballast. */
export async function releaseBallast(folder: string): Promise<boolean> {
  return rm(ballastIn(folder)).then(
    () => true,
    () => false,
  );
}

function ballastIn(folder: string): string {
  return join(folder, "ballast");
}

async function freeBytes(o: Watched): Promise<number> {
  const { bavail, bsize } = await (o.statfs ?? statfsOf)(o.folder);
  return bavail * bsize;
}

async function tendBallast(o: Watched, free: number): Promise<void> {
  const file = ballastIn(o.folder);
  const isWhole = await stat(file).then(
    (found) => found.size === o.ballastBytes,
    () => false,
  );
  if (free < o.lowBytes * CRITICAL) {
    await rm(file, { force: true });
  } else if (!isWhole && free - o.ballastBytes > o.lowBytes * ENOUGH_AGAIN) {
    await rm(file, { force: true });
    await writeBallast(file, o.ballastBytes);
  }
}

/** Written and not only sized, since a sparse file holds no room; of random bytes, since some disks compress. */
async function writeBallast(file: string, bytes: number): Promise<void> {
  const chunk = randomFillSync(Buffer.alloc(CHUNK_BYTES));
  const handle = await open(file, "wx", 0o600);
  try {
    for (let written = 0; written < bytes; ) {
      written += (await handle.write(chunk, 0, Math.min(CHUNK_BYTES, bytes - written))).bytesWritten;
    }
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
