import { constants } from "node:fs";
import { copyFile, type FileHandle, open, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import type { ClusterPlace } from "./cluster-place.ts";

const KEPT_BYTES = 8 * 1024 * 1024;

function logFileOf(place: ClusterPlace): string {
  return join(place.home, "postgres.log");
}

/** For the postmaster's stderr. A file and not a pipe, because a postmaster may outlive the server. */
export async function openLog(place: ClusterPlace): Promise<FileHandle> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const file = await open(logFileOf(place), flags, 0o600);
  if (place.user.drop) await file.chown(place.user.uid, place.user.gid);
  return file;
}

/** PostgreSQL appends, so a log that was cut to nothing goes on at its beginning. */
export async function trimLog(place: ClusterPlace, keptBytes = KEPT_BYTES): Promise<void> {
  const file = logFileOf(place);
  const found = await stat(file).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
  if (found === null || found.size <= keptBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** The last severe message that was logged beyond `offset`, without its time and pid; null when there is none. */
export async function lastComplaint(place: ClusterPlace, offset: number): Promise<string | null> {
  const file = await open(logFileOf(place), "r");
  try {
    const { size } = await file.stat();
    const from = Math.max(offset, size - 64 * 1024);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, size - from)), 0, null, from);
    const complaints = buffer
      .subarray(0, bytesRead)
      .toString()
      .split("\n")
      .filter((line) => /(FATAL|PANIC|ERROR):|error while loading|could not/.test(line));
    return complaints.at(-1)?.replace(/^.*?(FATAL|PANIC|ERROR): +/, "") ?? null;
  } finally {
    await file.close();
  }
}
