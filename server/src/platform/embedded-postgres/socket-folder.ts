import { chown, lstat, mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import type { ClusterPlace } from "./cluster-place.ts";
import { PORT } from "./cluster-settings.ts";
import { PostgresStartError } from "./postgres-start-error.ts";

/** unix(7) leaves 107 bytes for a socket's path, and macOS 103. */
const MAX_PATH_BYTES = 103;

/**
 * A private folder (0700, of the database's user) for the socket: in the cluster's home, or in /tmp where the home's
 * path is too long or holds a character that PostgreSQL's list of folders gives a meaning. `preferred` is the folder
 * that clients already know. A running postmaster's own folder is in its postmaster.pid.
 */
export async function makeSocketFolder(place: ClusterPlace, preferred: string | null): Promise<string> {
  const wanted = preferred ?? defaultFolder(place);
  if (await isPrivate(wanted, place)) return wanted;
  // Someone else has put a folder of that name into /tmp.
  if (preferred !== null)
    throw new PostgresStartError("data-folder-unusable", `The folder ${wanted} was removed.`);
  const folder = await mkdtemp(`/tmp/${place.name}-`);
  await give(folder, place);
  return folder;
}

/** Only while no process of the cluster lives: PostgreSQL stops at a lock whose pid is in use again, or a zombie's. */
export async function removeSocketLock(folder: string): Promise<void> {
  await rm(join(folder, `.s.PGSQL.${PORT}.lock`), { force: true });
}

/** What is left in /tmp after the postmaster has ended. */
export async function removeSocketFolder(place: ClusterPlace, folder: string): Promise<void> {
  if (!folder.startsWith(`/tmp/${place.name}`)) return;
  await removeSocketLock(folder);
  await rm(join(folder, `.s.PGSQL.${PORT}`), { force: true });
  await rmdir(folder).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error;
  });
}

function defaultFolder(place: ClusterPlace): string {
  const inHome = join(place.home, "socket");
  const fits = Buffer.byteLength(join(inHome, `.s.PGSQL.${PORT}`)) <= MAX_PATH_BYTES;
  return fits && /^[\w./ @+=~-]+$/.test(inHome) ? inHome : `/tmp/${place.name}`;
}

async function isPrivate(folder: string, place: ClusterPlace): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await give(folder, place);
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const found = await lstat(folder);
  return found.isDirectory() && found.uid === place.user.uid && (found.mode & 0o777) === 0o700;
}

async function give(folder: string, place: ClusterPlace): Promise<void> {
  if (place.user.drop) await chown(folder, place.user.uid, place.user.gid);
}
