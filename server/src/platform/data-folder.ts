/*
 * One live process per DATA_DIR. Anyone who wants the folder first puts down an empty claim file whose *name* says who
 * it is (pid, start time, and the boot and pid namespace in which these mean something), then looks for other live
 * claims. A claim of a dead process is removed by anyone; nobody ever removes a live one. So of two claimants the
 * later always sees the earlier, and no takeover can be raced. Empty files, because they can still be made where
 * the disk is full, and cannot be half-written.
 *
 * A claim from another pid namespace (two containers on one volume) cannot be judged by its pid: the holder touches
 * its claim every two seconds, and the newcomer watches for that.
 */
import { chmod, mkdir, open, readdir, realpath, rm, stat, utimes } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { processStart, processWorld } from "./embedded-postgres/process-table.ts";
import { errorCode } from "./error-code.ts";

export type DataFolder = { path: string; release(): Promise<void> };

export class DataFolderError extends Error {
  readonly code: "held" | "unusable";

  constructor(code: "held" | "unusable", sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.name = "DataFolderError";
    this.code = code;
  }
}

type Claim = { file: string; pid: number; start: string; world: string };

const HEARTBEAT_MS = 2_000;
const WATCH_MS = 3 * HEARTBEAT_MS;
const WATCH_OLD_MS = 1.25 * HEARTBEAT_MS;
const OLD_MS = 30_000;
const RIVAL_TIMEOUT_MS = 1_000;

/**
 * Creates DATA_DIR (0700) and takes it for this process. Throws DataFolderError, with a sentence that names the
 * folder and the holder's pid, when a live process has it; a claim left by a dead process is taken over.
 */
export async function takeDataFolder(path: string): Promise<DataFolder> {
  const folder = await openFolder(resolve(path));
  const world = await processWorld();
  const start = (await processStart(process.pid)) ?? "0";
  const mine = { file: `server.${process.pid}.${start}.${world}.lock`, pid: process.pid, start, world };
  const lock = join(folder, mine.file);
  await makeClaim(folder, lock);
  try {
    await outlastRivals(folder, mine);
  } catch (error) {
    await rm(lock, { force: true });
    throw error;
  }
  const heart = setInterval(() => void heartbeat(lock), HEARTBEAT_MS).unref();
  return {
    path: folder,
    async release() {
      clearInterval(heart);
      await rm(lock, { force: true });
    },
  };
}

async function openFolder(path: string): Promise<string> {
  try {
    // The mode is for the folder itself; parents made on the way keep the usual one, or nobody else could pass.
    await mkdir(dirname(path), { recursive: true });
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error;
    });
    await closeToOthers(path);
    return await realpath(path);
  } catch (error) {
    throw unusable(path, error);
  }
}

/** As root the group may keep the right to cross: the embedded database's user needs it (see cluster-place.ts). */
async function closeToOthers(path: string): Promise<void> {
  const { mode, uid } = await stat(path);
  const me = process.geteuid?.();
  // A volume that belongs to someone else (Kubernetes' fsGroup) cannot be closed by us; what is secret in it is.
  if (uid !== me) return;
  const allowed = me === 0 ? 0o710 : 0o700;
  if ((mode & 0o777 & ~allowed) !== 0) await chmod(path, mode & allowed);
}

async function makeClaim(folder: string, lock: string): Promise<void> {
  try {
    await (await open(lock, "wx", 0o644)).close();
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw held(folder, process.pid);
    throw unusable(folder, error);
  }
}

/** Of claimants that meet, the one whose name sorts first waits a moment for the others to withdraw. */
async function outlastRivals(folder: string, mine: Claim): Promise<void> {
  const deadline = performance.now() + RIVAL_TIMEOUT_MS;
  for (;;) {
    const rival = await firstLiveRival(folder, mine);
    if (rival === null) return;
    if (rival.file < mine.file || performance.now() > deadline) throw held(folder, rival.pid);
    await delay(50);
  }
}

async function firstLiveRival(folder: string, mine: Claim): Promise<Claim | null> {
  for (const file of (await readdir(folder)).sort()) {
    const rival = readClaim(file);
    if (rival === null || file === mine.file) continue;
    const known = rival.world === mine.world;
    const alive = known
      ? (await processStart(rival.pid)) === rival.start
      : await isAlive(folder, rival, mine);
    if (alive) return rival;
    await rm(join(folder, file), { force: true });
  }
  return null;
}

/** Even a claim that looks old is watched for a beat: the clock may have been set a moment ago. */
async function isAlive(folder: string, rival: Claim, mine: Claim): Promise<boolean> {
  const first = await touchedAt(folder, rival);
  if (first === null) return false;
  const isOld = ((await touchedAt(folder, mine)) ?? 0) - first > OLD_MS;
  const watchEnds = performance.now() + (isOld ? WATCH_OLD_MS : WATCH_MS);
  while (performance.now() < watchEnds) {
    await delay(200);
    const now = await touchedAt(folder, rival);
    if (now !== first) return now !== null;
  }
  return false;
}

async function touchedAt(folder: string, claim: Claim): Promise<number | null> {
  return stat(join(folder, claim.file)).then(
    (found) => found.mtimeMs,
    () => null,
  );
}

async function heartbeat(lock: string): Promise<void> {
  const now = new Date();
  // The folder may have been deleted under a running platform; there is nothing left to hold then.
  await utimes(lock, now, now).catch(() => undefined);
}

function readClaim(file: string): Claim | null {
  const [, pid, start, world] = /^server\.(\d+)\.(\d+)\.([0-9a-f]{12})\.lock$/.exec(file) ?? [];
  if (pid === undefined || start === undefined || world === undefined) return null;
  return { file, pid: Number(pid), start, world };
}

function held(folder: string, pid: number): DataFolderError {
  return new DataFolderError(
    "held",
    `The data folder ${folder} is in use by process ${pid}. Stop that process first.`,
  );
}

function unusable(folder: string, cause: unknown): DataFolderError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DataFolderError("unusable", `The data folder ${folder} cannot be used: ${why}.`, cause);
}
