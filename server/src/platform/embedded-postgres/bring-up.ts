/*
 * From whatever the last run left to a postmaster that takes queries. Nothing is ever started beside a live process
 * of the same cluster: a postmaster is adopted, one that is stopping or recovering is waited for, and the backends
 * of a dead one are waited out.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import type { ClusterPlace } from "./cluster-place.ts";
import { settingArguments } from "./cluster-settings.ts";
import { connectionTo, makeDatabase, probe } from "./connection.ts";
import { releaseBallast } from "./free-space.ts";
import {
  adoptPostmaster,
  endPostmaster,
  type Postmaster,
  send,
  spawnPostmaster,
  waitOutOrphans,
} from "./postmaster.ts";
import { type PostmasterFile, readPostmasterFile, removePostmasterFile } from "./postmaster-file.ts";
import { lastComplaint } from "./postmaster-log.ts";
import {
  isPidInUse,
  isPostgresOf,
  isSameProcess,
  postgresProcesses,
  processStart,
  type RunningProcess,
  workingFolder,
} from "./process-table.ts";
import { makeSocketFolder, removeSocketLock } from "./socket-folder.ts";
import type { StoreLog } from "./store-log.ts";
import { StoreStartError } from "./store-start-error.ts";

export type BringUp = {
  place: ClusterPlace;
  binaries: Binaries;
  settings: Record<string, string>;
  log: StoreLog;
  /** The folder that clients already know, from the second start on. */
  socketFolder: string | null;
  signal: AbortSignal;
};

const ORPHAN_GRACE_MS = 1_000;
const STOPPING_GRACE_MS = 5_000;
const SILENCE_MS = 30_000;
const TELL_EVERY_MS = 5_000;
const STOP_PATIENCE_MS = 5_000;

export async function bringUp(o: BringUp): Promise<Postmaster> {
  const triesEnd = performance.now() + SILENCE_MS;
  for (;;) {
    o.signal.throwIfAborted();
    const found = await findPostmaster(o.place);
    if (found !== null) {
      const adopted = await adopt(o, found);
      if (adopted !== null) return adopted;
      continue;
    }
    await clearTheWay(o);
    const started = await start(o);
    if ("postmaster" in started) return started.postmaster;
    if (/No space left/.test(started.complaint) && (await releaseBallast(o.place.home))) {
      o.log("warn", "The disk is full; the database is started with the room that the ballast held.");
      continue;
    }
    // Someone we could not see (hidden from /proc) still holds the cluster's memory or its pid file.
    const isHeld = /still in use|postmaster\.pid/.test(started.complaint);
    if (!isHeld || performance.now() > triesEnd) {
      throw new StoreStartError("start-failed", `The database did not start: ${started.complaint}.`);
    }
    await delay(250);
  }
}

/** The live postmaster of this cluster, whoever started it. */
export async function findPostmaster(place: ClusterPlace): Promise<(PostmasterFile & RunningProcess) | null> {
  const file = await readPostmasterFile(place.folder);
  if (file === null || file === "unreadable") return null;
  const start = await processStart(file.pid);
  if (start === null) return null;
  // One that was started before DATA_DIR was moved has another name, but works in this folder.
  const isOurs =
    (await isPostgresOf(file.pid, place.name)) || (await workingFolder(file.pid)) === place.folder;
  return isOurs ? { ...file, start } : null;
}

/** Null when it ended meanwhile: it was shutting down, or died in its recovery. */
async function adopt(o: BringUp, found: PostmasterFile & RunningProcess): Promise<Postmaster | null> {
  o.log("info", "A database process of an earlier run is still there and is taken over.", { pid: found.pid });
  const begun = performance.now();
  let heard = begun;
  let tell = begun + TELL_EVERY_MS;
  while (await isSameProcess(found)) {
    o.signal.throwIfAborted();
    const file = await readPostmasterFile(o.place.folder);
    if (file !== null && file !== "unreadable" && file.pid === found.pid) {
      const answer = await ask(file);
      if (answer === "ready") return adoptPostmaster(found, file.socketFolder);
      // A recovery takes as long as it takes. Until it is ready a postmaster may not even have its socket.
      if (answer === "busy" || file.status === "starting") heard = performance.now();
      // A smart shutdown, for which its clients would have to leave first; they may be as dead as their server.
      if (file.status === "stopping" && performance.now() - begun > STOPPING_GRACE_MS)
        send(found.pid, "SIGINT");
    }
    if (performance.now() - heard > SILENCE_MS) throw notAnswering(o.place, found.pid);
    if (performance.now() > tell) {
      o.log("warn", "Still waiting for the database process of an earlier run.", { pid: found.pid });
      tell += TELL_EVERY_MS;
    }
    await delay(50);
  }
  return null;
}

async function clearTheWay(o: BringUp): Promise<void> {
  const orphans = await postgresProcesses(o.place.name);
  if (orphans.length > 0) {
    o.log("warn", "Waiting for the processes that an ended database left behind.", { pids: orphans });
    await waitOutOrphans(o.place, ORPHAN_GRACE_MS);
  }
  // PostgreSQL itself removes the file of a dead postmaster, after a look at the shared memory that it names. It
  // stops at a pid that is in use again by some other process, and at an empty file; nothing of ours lives now.
  const file = await readPostmasterFile(o.place.folder);
  if (file === null) return;
  if (file === "unreadable" || isPidInUse(file.pid)) await removePostmasterFile(o.place.folder);
}

async function start(o: BringUp): Promise<{ postmaster: Postmaster } | { complaint: string }> {
  const socketFolder = await makeSocketFolder(o.place, o.socketFolder);
  await removeSocketLock(socketFolder);
  const settings = settingArguments({ clusterName: o.place.name, socketFolder, overrides: o.settings });
  const { logOffset, ...postmaster } = await spawnPostmaster({ ...o, socketFolder, settings });
  try {
    const ended = await readyOrEnded(o, postmaster);
    if (ended === null) return { postmaster };
    return { complaint: (await lastComplaint(o.place, logOffset)) ?? `its process ${ended}` };
  } catch (error) {
    await endPostmaster(postmaster, STOP_PATIENCE_MS);
    throw error;
  }
}

/** Null when it is ready, else how it ended. */
async function readyOrEnded(o: BringUp, postmaster: Postmaster): Promise<string | null> {
  let ended: string | null = null;
  void postmaster.gone.then((how) => {
    ended = how;
  });
  let tell = performance.now() + TELL_EVERY_MS;
  while (ended === null) {
    o.signal.throwIfAborted();
    const file = await readPostmasterFile(o.place.folder);
    const isOurs = file !== null && file !== "unreadable" && file.pid === postmaster.pid;
    if (isOurs && (await ask(file)) === "ready") return null;
    if (performance.now() > tell) {
      o.log("warn", "The database is still starting; after a hard end it repeats what its log holds.");
      tell += TELL_EVERY_MS;
    }
    await delay(10);
  }
  return ended;
}

/** "ready" means for our queries; our database is made where it is missing. */
async function ask(file: PostmasterFile): Promise<"ready" | "busy" | "silent"> {
  if (file.status !== "ready") return "silent";
  const connection = connectionTo(file.socketFolder, file.port);
  const answer = await probe(connection);
  if (answer !== "missing") return answer;
  await makeDatabase(connection);
  return "ready";
}

function notAnswering(place: ClusterPlace, pid: number): StoreStartError {
  return new StoreStartError(
    "not-answering",
    `The database of ${place.dataDir} is held by the process ${pid}, which does not answer: end that process first.`,
  );
}
