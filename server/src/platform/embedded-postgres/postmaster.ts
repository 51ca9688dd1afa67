/*
 * The postmaster as a process: started, adopted, ended, and what it leaves behind waited out.
 */
import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "../error-code.ts";
import type { Binaries } from "./binaries.ts";
import type { ClusterPlace } from "./cluster-place.ts";
import { spawnAs } from "./database-user.ts";
import { PostgresStartError } from "./postgres-start-error.ts";
import { openLog } from "./postmaster-log.ts";
import { isSameProcess, postgresProcesses, processStart, type RunningProcess } from "./process-table.ts";

/** A live postmaster, our child or an orphan that was adopted. `gone` shows how it ended, as part of a sentence. */
export type Postmaster = RunningProcess & { socketFolder: string; gone: Promise<string> };

const POLL_MS = 200;

/** Starts the process and no more; it may still end at once. `logOffset` is where its own messages begin. */
export async function spawnPostmaster(o: {
  place: ClusterPlace;
  binaries: Binaries;
  socketFolder: string;
  settings: string[];
}): Promise<Postmaster & { logOffset: number }> {
  const log = await openLog(o.place);
  try {
    const logOffset = (await log.stat()).size;
    const child = spawn(o.binaries.postgres, ["-D", o.place.folder, ...o.settings], {
      ...spawnAs(o.place.user),
      cwd: o.place.home,
      // A session of its own: the terminal's Ctrl-C is for the platform, which stops the postmaster in order.
      detached: true,
      env: { PATH: "/bin:/usr/bin", LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", log.fd, log.fd],
    });
    const gone = new Promise<string>((resolve) => {
      child.once("exit", (code, signal) =>
        resolve(signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`),
      );
    });
    const pid = await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("spawn", () => resolve(Number(child.pid)));
    }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new PostgresStartError(
        "start-failed",
        `The database program could not be started: ${why}.`,
        error,
      );
    });
    child.unref();
    return { pid, start: (await processStart(pid)) ?? "", socketFolder: o.socketFolder, gone, logOffset };
  } finally {
    await log.close();
  }
}

/** Watches a postmaster that is not our child. */
export function adoptPostmaster(found: RunningProcess, socketFolder: string): Postmaster {
  const gone = new Promise<string>((resolve) => {
    const timer = setInterval(async () => {
      if (await isSameProcess(found)) return;
      clearInterval(timer);
      resolve("it ended");
    }, POLL_MS).unref();
  });
  return { ...found, socketFolder, gone };
}

/**
 * Fast shutdown: clients are disconnected and a checkpoint is written. A postmaster that does not end so within
 * `timeoutMs` is ended the hard way, which costs no data but a recovery at the next start.
 */
export async function endPostmaster(postmaster: RunningProcess, timeoutMs: number): Promise<void> {
  if (!(await isSameProcess(postmaster))) return;
  send(postmaster.pid, "SIGINT");
  if (await isGoneWithin(postmaster, timeoutMs)) return;
  send(postmaster.pid, "SIGQUIT");
  send(postmaster.pid, "SIGCONT");
  if (await isGoneWithin(postmaster, timeoutMs / 2)) return;
  send(postmaster.pid, "SIGKILL");
  await isGoneWithin(postmaster, timeoutMs);
}

/**
 * Backends whose postmaster died end by themselves, unless one is deep in a query. PostgreSQL refuses to start
 * alongside them, and what they share is lost with their postmaster, so after `graceMs` they are notified to quit.
 */
export async function waitOutOrphans(place: ClusterPlace, graceMs: number): Promise<void> {
  const begun = performance.now();
  for (let orphans = await postgresProcesses(place.name); orphans.length > 0; ) {
    const waited = performance.now() - begun;
    if (waited > graceMs) for (const pid of orphans) send(pid, waited > 5 * graceMs ? "SIGKILL" : "SIGQUIT");
    await delay(50);
    orphans = await postgresProcesses(place.name);
  }
}

export function send(pid: number, signal: NodeJS.Signals): void {
  // To the system 0 and less are process groups, our own among them, and 1 is everyone's parent.
  if (!(pid > 1)) throw new RangeError(`${pid} is not the pid of a postmaster`);
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

async function isGoneWithin(postmaster: RunningProcess, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (await isSameProcess(postmaster)) {
    if (performance.now() > end) return false;
    await delay(20);
  }
  return true;
}
