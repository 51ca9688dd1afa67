/*
 * What ffmpeg may do on this machine. It reads what strangers made, so a fault in it must reach nothing: where the
 * server is root, ffmpeg runs as a user that owns nothing (and is not the one of the embedded database), and where
 * the system can, without a network.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { access, chown, type FileHandle, mkdir, readFile } from "node:fs/promises";

export type Confinement = {
  /** Null where the server is not root, and ffmpeg runs as the same user. */
  user: { uid: number; gid: number } | null;
  /** What goes before a program that is to have no network; null where the system has nothing for it. */
  offline: readonly string[] | null;
};

/** Numbers that no system gives to a user by itself; the first that has no name is taken. */
const userNumbers = { first: 64_700, last: 64_799 };

/** Tried once: what the system refuses is not used. Throws where a server that is root cannot give its rights up. */
export async function findConfinement(): Promise<Confinement> {
  const user = process.geteuid?.() === 0 ? await findUser() : null;
  const unshare = await findProgram("unshare");
  const setpriv = await findProgram("setpriv");
  const become = user === null ? [] : [...(setpriv ?? []), ...dropTo(user)];
  const offline = user === null ? ["--user", "--net", "--"] : ["--net", "--", ...become];
  const isPossible = process.platform === "linux" && unshare !== null && (user === null || setpriv !== null);
  const prefix = [...(unshare ?? []), ...offline];
  return { user, offline: isPossible && (await succeeds(prefix, {})) ? prefix : null };
}

/** How a command is started under a confinement. */
export function confined(
  { user, offline }: Confinement,
  command: readonly string[],
  needsNetwork: boolean,
): { command: readonly string[]; ids: { uid?: number; gid?: number } } {
  if (!needsNetwork && offline !== null) return { command: [...offline, ...command], ids: {} };
  return { command, ids: user ?? {} };
}

/** A folder that ffmpeg works in, and that nobody else reads. It is entered before rights are given up. */
export async function makeWorkFolder({ user }: Confinement, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user !== null) await chown(folder, user.uid, user.gid);
}

/**
 * Lets ffmpeg read a file that is passed to it open. Its folders stay closed to it, so that the file is reached through
 * the descriptor alone.
 */
export async function letRead({ user }: Confinement, file: FileHandle): Promise<void> {
  if (user === null) return;
  await file.chown(process.geteuid?.() ?? 0, user.gid);
  await file.chmod(0o640);
}

async function findUser(): Promise<{ uid: number; gid: number }> {
  const taken = new Set<number>();
  for (const file of ["/etc/passwd", "/etc/group"]) {
    const text = await readFile(file, "utf8").catch(() => ""); // a machine without names
    for (const line of text.split("\n")) taken.add(Number(line.split(":")[2]));
  }
  for (let number = userNumbers.first; number <= userNumbers.last; number++) {
    const user = { uid: number, gid: number };
    if (!taken.has(number) && (await succeeds([], user))) return user;
  }
  throw new Error("no unprivileged user can be taken for ffmpeg");
}

function dropTo({ uid, gid }: { uid: number; gid: number }): string[] {
  return [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs", "--"];
}

async function succeeds(prefix: readonly string[], ids: { uid?: number; gid?: number }): Promise<boolean> {
  const [program = "", ...args] = [...prefix, "/bin/sh", "-c", ":"];
  try {
    const child = spawn(program, args, { ...ids, env: {}, stdio: "ignore", timeout: 5_000 });
    const [code] = await once(child, "exit");
    return code === 0;
  } catch {
    return false; // refused by the system, for whichever reason
  }
}

async function findProgram(name: string): Promise<string[] | null> {
  for (const folder of ["/usr/bin", "/bin"]) {
    const path = `${folder}/${name}`;
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return [path];
  }
  return null;
}
