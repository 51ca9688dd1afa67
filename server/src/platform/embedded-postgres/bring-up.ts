/*
 * From whatever the last run left to a postmaster that takes queries. Nothing is ever started alongside a live process
 * of the same cluster: a postmaster is adopted, one that is stopping or recovering is waited for, and the backends
 * of a dead one are waited out.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import type { ClusterPlace } from "./cluster-place.ts";
import { settingArguments } from "./cluster-settings.ts";
import { connectionTo, makeDatabase, probe } from "./connection.ts";
import { releaseBallast } from "./free-space.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { PostgresStartError } from "./postgres-start-error.ts";
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

export type BringUp = {
  place: ClusterPlace;
  binaries: Binaries;
  settings: Record<string, string>;
  log: PostgresLog;
  /** The folder that clients already know, from the second start on. */
  socketFolder: string | null;
  signal: AbortSignal;
};

const ORPHAN_GRACE_MS = 1_000;
const STOPPING_GRACE_MS = 5_000;
const SILENCE_MS = 30_000;
const REPORT_EVERY_MS = 5_000;
const STOP_TIMEOUT_MS = 5_000;

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
      o.log("warn", "The disk is full. The database starts with the space reserved for this case.");
      continue;
    }
    // Someone we could not see (hidden from /proc) still holds the cluster's memory or its pid file.
    const isHeld = /still in use|postmaster\.pid/.test(started.complaint);
    if (!isHeld || performance.now() > triesEnd) {
      throw new PostgresStartError("start-failed", `The database did not start: ${started.complaint}.`);
    }
    await delay(250);
  }
}

/** The live postmaster of this cluster, anyone who started it. */
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
  o.log("info", "A database process of an earlier run is still running and is taken over.", {
    pid: found.pid,
  });
  const begun = performance.now();
  let lastOutputAt = begun;
  let nextReport = begun + REPORT_EVERY_MS;
  while (await isSameProcess(found)) {
    o.signal.throwIfAborted();
    const file = await readPostmasterFile(o.place.folder);
    if (file !== null && file !== "unreadable" && file.pid === found.pid) {
      const answer = await ask(file);
      if (answer === "ready") return adoptPostmaster(found, file.socketFolder);
      // A recovery takes as long as it takes. Until it is ready a postmaster may not even have its socket.
      if (answer === "busy" || file.status === "starting") lastOutputAt = performance.now();
      // A smart shutdown, for which its clients would have to leave first; they may be as dead as their server.
      if (file.status === "stopping" && performance.now() - begun > STOPPING_GRACE_MS)
        send(found.pid, "SIGINT");
    }
    if (performance.now() - lastOutputAt > SILENCE_MS) throw notAnswering(o.place, found.pid);
    if (performance.now() > nextReport) {
      o.log("warn", "Still waiting for the database process of an earlier run.", { pid: found.pid });
      nextReport += REPORT_EVERY_MS;
    }
    await delay(50);
  }
  return null;
}

async function clearTheWay(o: BringUp): Promise<void> {
  const orphans = await postgresProcesses(o.place.name);
  if (orphans.length > 0) {
    o.log("warn", "Waiting for the remaining processes of a stopped database.", { pids: orphans });
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
    await endPostmaster(postmaster, STOP_TIMEOUT_MS);
    throw error;
  }
}

/** Null when it is ready, else how it ended. */
async function readyOrEnded(o: BringUp, postmaster: Postmaster): Promise<string | null> {
  let ended: string | null = null;
  void postmaster.gone.then((how) => {
    ended = how;
  });
  let nextReport = performance.now() + REPORT_EVERY_MS;
  while (ended === null) {
    o.signal.throwIfAborted();
    const file = await readPostmasterFile(o.place.folder);
    const isOurs = file !== null && file !== "unreadable" && file.pid === postmaster.pid;
    if (isOurs && (await ask(file)) === "ready") return null;
    if (performance.now() > nextReport) {
      o.log("warn", "The database is still starting. After an unclean stop it replays its log.");
      nextReport += REPORT_EVERY_MS;
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

function notAnswering(place: ClusterPlace, pid: number): PostgresStartError {
  return new PostgresStartError(
    "not-answering",
    `The database in ${place.dataDir} is held by process ${pid}, which does not respond. Stop that process first.`,
  );
}
