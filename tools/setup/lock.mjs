/**
 * One set-up at a time in a checkout: two starters at once must not both run `npm ci`. The lock is a folder
 * that holds its owner's name; a lock whose owner is gone (kill -9, power cut) is taken over.
 */
import { randomUUID } from "node:crypto";
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { print, Sentence } from "./sentence.mjs";

/** @typedef {{ pid: number, started: string }} Owner */

/**
 * @template T
 * @param {string} folder path of the lock; its parent is made
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  await acquire(folder);
  const release = () => discard(folder);
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** @param {string} folder */
async function acquire(folder) {
  makeParent(folder);
  let announced = false;
  while (!tryAcquire(folder)) {
    const owner = readOwner(folder);
    if (owner !== undefined && isAlive(owner)) {
      if (!announced) print(`waiting for another set-up of this checkout (process ${owner.pid})`);
      announced = true;
      await sleep(200);
    } else {
      removeStale(folder);
      await sleep(20);
    }
  }
}

/** @param {string} folder */
function makeParent(folder) {
  const parent = dirname(folder);
  try {
    mkdirSync(parent, { recursive: true });
    accessSync(parent, constants.W_OK);
  } catch {
    throw new Sentence(
      `Set-up is needed, but this user cannot write to ${parent}. Run it once as its owner.`,
    );
  }
}

/**
 * The folder appears together with its owner, by a rename: a lock without an owner is never seen.
 * @param {string} folder
 */
function tryAcquire(folder) {
  const prepared = mkdtempSync(`${folder}.`);
  writeFileSync(join(prepared, "owner.json"), JSON.stringify(describeProcess(process.pid)));
  try {
    renameSync(prepared, folder);
    return true;
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    if (isTaken(error)) return false;
    throw error;
  }
}

/**
 * Only one process at a time may judge and remove, otherwise the slower of two would remove the lock that
 * the faster has just taken.
 * @param {string} folder
 */
function removeStale(folder) {
  const judging = `${folder}.judging`;
  try {
    mkdirSync(judging);
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (ageMs(judging) > 10_000) rmSync(judging, { recursive: true, force: true });
    return;
  }
  try {
    const owner = readOwner(folder);
    // A lock that stays without a readable owner was cut short by a full disk or a power cut.
    const stale = owner === undefined ? ageMs(folder) > 10_000 : !isAlive(owner);
    if (stale) discard(folder);
  } finally {
    rmSync(judging, { recursive: true, force: true });
  }
}

/**
 * Gone in one step: emptied bit by bit the folder would be there without its owner for a moment, in which another
 * process can take it and then lose it to the rest of the removal.
 * @param {string} folder
 */
function discard(folder) {
  const gone = `${folder}.gone-${randomUUID()}`;
  try {
    renameSync(folder, gone);
  } catch (error) {
    if (isError(error, "ENOENT")) return;
    throw error;
  }
  rmSync(gone, { recursive: true, force: true });
}

/** @param {string} folder @returns {Owner | undefined} */
function readOwner(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "owner.json"), "utf8"));
  } catch {
    return undefined; // released between our attempt and our look
  }
}

/** @param {Owner} owner */
function isAlive({ pid, started }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isError(error, "EPERM"); // EPERM: it lives, under another user
  }
  return describeProcess(pid).started === started;
}

/**
 * A process id is given again, in a restarted container at once: on Linux the start time distinguishes two.
 * @param {number} pid
 * @returns {Owner}
 */
export function describeProcess(pid) {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "";
    return { pid, started: afterName.split(" ")[19] ?? "" }; // proc(5): field 22, counted after the name
  } catch {
    return { pid, started: "" };
  }
}

/** @param {string} path */
function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** @param {unknown} error */
function isTaken(error) {
  return isError(error, "EEXIST") || isError(error, "ENOTEMPTY");
}

/** @param {unknown} error @param {string} code */
function isError(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
