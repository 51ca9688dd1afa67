/*
 * Questions to the operating system about processes. A pid alone says nothing, since pids are used again, so a
 * process is known by its pid and its start time. Linux answers from /proc, which other users may read without
 * ptrace rights (a container's root has none); macOS answers through ps.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { errorCode } from "../error-code.ts";

export type RunningProcess = { pid: number; start: string };

const run = promisify(execFile);
const onLinux = process.platform === "linux";

/** When the process started, as a token to compare and no more; null when it is gone or a zombie. */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform === "win32") return isPidInUse(pid) ? "0" : null;
  return onLinux ? startFromProc(pid) : startFromPs(pid);
}

export async function isSameProcess(known: RunningProcess): Promise<boolean> {
  return (await processStart(known.pid)) === known.start;
}

/** As PostgreSQL asks: a zombie counts. */
export function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

/** The folder that a process works in; null where we may not know. */
export async function workingFolder(pid: number): Promise<string | null> {
  return onLinux ? readlink(`/proc/${pid}/cwd`).catch(() => null) : null;
}

/** Pids of live postgres processes (postmaster or backend) whose title carries the cluster's name. */
export async function postgresProcesses(clusterName: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of onLinux ? await pidsFromProc() : await pidsFromPs()) {
    if (await isPostgresOf(pid, clusterName)) found.push(pid);
  }
  return found;
}

export async function isPostgresOf(pid: number, clusterName: string): Promise<boolean> {
  const title = await commandLine(pid);
  // A postmaster shows its arguments, a backend "postgres: <cluster_name>: ...".
  const isPostgres = /(^|\/)postgres(:| -D) /.test(title);
  return isPostgres && title.includes(clusterName) && (await processStart(pid)) !== null;
}

/** Names the boot and the pid namespace: only within one of them do pids mean the same thing. */
export async function processWorld(): Promise<string> {
  const parts = onLinux
    ? [
        await readOr("/proc/sys/kernel/random/boot_id", hostname()),
        await readlink("/proc/self/ns/pid").catch(() => ""),
      ]
    : [await run("sysctl", ["-n", "kern.bootsessionuuid"]).then((out) => out.stdout, hostname)];
  return createHash("sha256").update(parts.join("|")).digest("hex").slice(0, 12);
}

async function startFromProc(pid: number): Promise<string | null> {
  const stat = await readOr(`/proc/${pid}/stat`, "");
  // proc(5): the second field is the program's name and may hold spaces and brackets; the state follows it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, startTicks] = [fields[0], fields[19]];
  return startTicks === undefined || state === "Z" || state === "X" ? null : startTicks;
}

async function startFromPs(pid: number): Promise<string | null> {
  const out = await ps(["-o", "stat=,lstart=", "-p", String(pid)]);
  const [, state = "", started = ""] = /^\s*(\S+)\s+(.+?)\s*$/.exec(out) ?? [];
  return started === "" || state.startsWith("Z") ? null : String(Date.parse(started) / 1000);
}

async function commandLine(pid: number): Promise<string> {
  if (!onLinux) return (await ps(["-ww", "-o", "command=", "-p", String(pid)])).trim();
  return (await readOr(`/proc/${pid}/cmdline`, "")).replaceAll("\0", " ");
}

async function pidsFromProc(): Promise<number[]> {
  return (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
}

async function pidsFromPs(): Promise<number[]> {
  const lines = (await ps(["-axww", "-o", "pid=,command="])).split("\n");
  return lines.filter((line) => line.includes("postgres")).map((line) => Number.parseInt(line, 10));
}

async function ps(args: string[]): Promise<string> {
  const env = { PATH: "/bin:/usr/bin", LC_ALL: "C", TZ: "UTC" };
  // ps ends with 1 when no process matches, which is an answer and not a failure.
  return run("ps", args, { env }).then(
    (out) => out.stdout,
    () => "",
  );
}

/** Files of /proc vanish with their process between any two calls. */
async function readOr(path: string, otherwise: string): Promise<string> {
  return readFile(path, "utf8").catch(() => otherwise);
}
