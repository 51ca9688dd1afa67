import { closeSync, constants, openSync } from "node:fs";
import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Confinement } from "./confinement.ts";
import { type FfmpegOptions, runFfmpeg } from "./run-ffmpeg.ts";

/** The ffmpeg of this machine, and what is to be thought of it. */
export type FoundFfmpeg =
  | { condition: "ready" | "outdated"; path: string; version: string; programFd: number | null }
  | { condition: "missing" | "unusable"; path: string | null; version: null };

/** Where systems keep their programs. */
const systemFolders = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"];
/** ffmpeg 4.4 (April 2021): the oldest line that a supported distribution still mends. */
const oldestCodecs = [58, 134] as const;
const timeoutMs = 10_000;

/**
 * The ffmpeg that the operator named, else the system's, else, where that is allowed, the one of the packages, which is
 * years old. It is asked for its version as it will run.
 */
export async function findFfmpeg(
  wanted: { named: string | undefined; allowBundled: boolean },
  confinement: Confinement,
): Promise<FoundFfmpeg> {
  const path = wanted.named ?? (await findPath(wanted.allowBundled));
  if (path === null) return { condition: "missing", path, version: null };
  const read = await askVersion(path, { confinement });
  if (read !== null) return { path, ...read, programFd: null };
  // A program in a folder that is closed to its user, such as a home: it is started through its descriptor.
  const programFd = confinement.user === null ? null : await openProgram(path);
  if (programFd !== null) {
    const version = await askVersion(path, { confinement, programFd });
    if (version !== null) return { path, ...version, programFd };
    closeSync(programFd);
  }
  return { condition: "unusable", path, version: null };
}

async function askVersion(path: string, options: FfmpegOptions) {
  const run = runFfmpeg(path, ["-version"], { ...options, maxOutputBytes: 64 * 1024 });
  const timer = setTimeout(() => void run.stop(), timeoutMs);
  const code = await run.ended;
  clearTimeout(timer);
  return code === 0 ? readVersion(run.output().toString()) : null;
}

async function openProgram(path: string): Promise<number | null> {
  return (await isProgram(path)) ? openSync(path, "r") : null;
}

/** The one that tests and the demo may use. */
export async function findPath(allowBundled: boolean): Promise<string | null> {
  for (const folder of systemFolders) {
    const path = join(folder, "ffmpeg");
    if (await isProgram(path)) return path;
  }
  const bundled = allowBundled ? bundledPath() : null;
  return bundled !== null && (await isProgram(bundled)) ? bundled : null;
}

/** `ffmpeg version 5.1.9-0+deb12u1 ...` and `libavcodec     59. 37.100 / 59. 37.100`. */
export function readVersion(text: string): { condition: "ready" | "outdated"; version: string } | null {
  const version = /^ffmpeg version (\S{1,60})/.exec(text)?.[1];
  const [, major, minor] = /^libavcodec\s+(\d+)\.\s*(\d+)\./m.exec(text) ?? [];
  if (version === undefined || major === undefined) return null;
  const [oldestMajor, oldestMinor] = oldestCodecs;
  const isOld = Number(major) < oldestMajor || (Number(major) === oldestMajor && Number(minor) < oldestMinor);
  return { condition: isOld ? "outdated" : "ready", version };
}

function bundledPath(): string | null {
  try {
    const name = `@ffmpeg-installer/${process.platform}-${process.arch}/package.json`;
    return join(createRequire(import.meta.url).resolve(name), "..", "ffmpeg");
  } catch {
    return null; // no package for this machine
  }
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
