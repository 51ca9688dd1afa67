/*
 * PostgreSQL refuses to run as root, so a platform started as root runs it as an unprivileged user. That user must
 * exist in /etc/passwd, because initdb looks up its own name.
 */
import type { Stats } from "node:fs";
import { chmod, chown, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "../error-code.ts";
import { PostgresStartError } from "./postgres-start-error.ts";

/** Who runs the database; `drop` when that is another user than this process's. */
export type DatabaseUser = { uid: number; gid: number; drop: boolean };

const PREFERRED = ["postgres", "_postgres", "nobody"];

/** The user for a new cluster. */
export async function chooseDatabaseUser(): Promise<DatabaseUser> {
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  if (!isRoot()) return { ...ownIds(), drop: false };
  return unprivilegedUser(passwd);
}

/** The user who must run an existing cluster: the one who owns it, since PostgreSQL accepts no other. */
export async function ownerOf(clusterFolder: string): Promise<DatabaseUser> {
  const { uid, gid } = await stat(clusterFolder);
  if (!isRoot() && uid !== ownIds().uid) {
    throw new PostgresStartError(
      "wrong-owner",
      `The database folder ${clusterFolder} belongs to user ${uid}, not to you. Start the platform as that user or as root, or change the owner with chown.`,
    );
  }
  if (uid === 0) {
    throw new PostgresStartError(
      "wrong-owner",
      `The database folder ${clusterFolder} belongs to root, and PostgreSQL does not run as root. Change the owner back to the user who created it with chown.`,
    );
  }
  return { uid, gid, drop: isRoot() };
}

export function unprivilegedUser(passwd: string): DatabaseUser {
  const users = new Map(
    passwd.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.split(":")]),
  );
  for (const name of PREFERRED) {
    const [, , uid, gid] = users.get(name) ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid), drop: true };
  }
  throw new PostgresStartError(
    "no-database-user",
    "The platform was started as root and found neither the user postgres nor nobody to run the database. Start it as an ordinary user, or set DATABASE_URL to your own PostgreSQL.",
  );
}

/** Judged by mode bits alone; where more than these decide, the start fails with PostgreSQL's own words. */
export function mayUse(
  found: Pick<Stats, "mode" | "uid" | "gid">,
  user: DatabaseUser,
  right: "read" | "cross",
): boolean {
  const bit = right === "read" ? 4 : 1;
  if (found.uid === user.uid) return (found.mode & (bit << 6)) !== 0;
  if (found.gid === user.gid) return (found.mode & (bit << 3)) !== 0;
  return (found.mode & bit) !== 0;
}

/** The first folder above `path` that the user cannot cross, or null. */
export async function barrierAbove(path: string, user: DatabaseUser): Promise<string | null> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!mayUse(await stat(folder), user, "cross")) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/**
 * Lets the database's user cross a folder of ours, and no more: it goes to that user's group with mode 0710, so that
 * nobody else comes in and the database's user cannot list or change it. False where the folder is not ours to open.
 */
export async function letCross(folder: string, user: DatabaseUser): Promise<boolean> {
  const found = await stat(folder);
  if (!user.drop || mayUse(found, user, "cross")) return true;
  if (found.uid !== 0) return false;
  try {
    await chown(folder, 0, user.gid);
    await chmod(folder, 0o710);
    return true;
  } catch (error) {
    // File systems without owners (some network and virtual machine mounts) refuse this even to root.
    if (["EPERM", "EACCES", "EINVAL", "ENOTSUP", "EROFS"].includes(errorCode(error))) return false;
    throw error;
  }
}

/** What `spawn` wants to become that user. */
export function spawnAs(user: DatabaseUser): { uid?: number; gid?: number } {
  return user.drop ? { uid: user.uid, gid: user.gid } : {};
}

export function isRoot(): boolean {
  return ownIds().uid === 0;
}

function ownIds(): { uid: number; gid: number } {
  return { uid: process.geteuid?.() ?? -1, gid: process.getegid?.() ?? -1 };
}
