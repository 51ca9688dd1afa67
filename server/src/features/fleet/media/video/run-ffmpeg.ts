import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { type Confinement, confined } from "./confinement.ts";

/** A run of ffmpeg that is under way. */
export type FfmpegRun = {
  /** What it said so far, the last 64 kB. */
  said(): string;
  /** What it wrote to its standard output, where that was asked for. */
  output(): Buffer;
  /** Its exit code; null where it was killed, or wrote more than was asked for. Never rejects. */
  ended: Promise<number | null>;
  /** Asks it to stop, and insists after a second. */
  stop(): Promise<void>;
};

export type FfmpegOptions = {
  confinement?: Confinement;
  /** A camera's stream comes over loopback. */
  needsNetwork?: boolean;
  /** What it reads from its standard input. */
  input?: Readable | null;
  /** The descriptor of a file, which it finds at `openFile`. */
  file?: number | null;
  /** The descriptor of the program, where the user that it runs as cannot reach its path. */
  programFd?: number | null;
  /** Where it works. */
  folder?: string | undefined;
  /** Of its standard output; nothing is kept without it. */
  maxOutputBytes?: number;
  /** Of the processor; a stream that somebody watches may take long. */
  maxSeconds?: number;
  /** Of each file that it writes. */
  maxFileBytes?: number;
};

/** Where ffmpeg finds the file that was passed to it. */
export const openFile = "/dev/fd/3";
const openProgram = "/dev/fd/4";

const maxSaidBytes = 64 * 1024;
const timeoutMs = 1000;
const megabyte = 1024 * 1024;
/** Of address space: a broken file must not take the machine's memory. */
const maxMemoryBytes = 2048 * megabyte;
const maxFiles = 64;

/**
 * Runs ffmpeg with nothing of the server's environment, under a confinement, at low priority, with bounded memory,
 * processor time and output, and without core files.
 * Where the server is killed, a camera's stream ends too, and a clip comes to its end.
 */
export function runFfmpeg(path: string, args: readonly string[], options: FfmpegOptions = {}): FfmpegRun {
  const child = start(path, ["-nostdin", "-hide_banner", "-nostats", ...args], options);
  const decoder = new StringDecoder("utf8");
  const output: Buffer[] = [];
  let said = "";
  let outputBytes = 0;
  // Whichever of the two ends first ends the other; what went wrong with the input is known to who opened it.
  if (options.input != null && child.stdin !== null)
    pipeline(options.input, child.stdin).catch(() => undefined);
  child.stdout?.on("data", (bytes: Buffer) => {
    outputBytes += bytes.length;
    if (outputBytes > (options.maxOutputBytes ?? 0)) child.kill("SIGKILL");
    else output.push(bytes);
  });
  child.stderr?.on("data", (bytes: Buffer) => {
    said = (said + decoder.write(bytes)).slice(-maxSaidBytes);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      said += `${error.message}\n`;
      resolve(null);
    });
    child.once("close", (code) => resolve(code));
  });
  return {
    said: () => said,
    output: () => Buffer.concat(output),
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const insist = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      await ended;
      clearTimeout(insist);
    },
  };
}

function start(given: string, args: readonly string[], options: FfmpegOptions): ChildProcess {
  const { confinement = { user: null, offline: null }, needsNetwork = false, programFd = null } = options;
  const path = programFd === null ? given : openProgram;
  const isLimited = process.platform === "linux";
  const limited = isLimited
    ? ["/bin/sh", "-c", `${limits(options)} exec "$0" "$@"`, path, ...args]
    : [path, ...args];
  const { command, ids } = confined(confinement, limited, needsNetwork);
  const [program = "", ...rest] = command;
  const spawned: SpawnOptions = {
    ...ids,
    ...(options.folder === undefined ? {} : { cwd: options.folder }),
    // Each thread has its own part of the memory otherwise.
    env: { MALLOC_ARENA_MAX: "2" },
    stdio: [
      options.input == null ? "ignore" : "pipe",
      options.maxOutputBytes === undefined ? "ignore" : "pipe",
      "pipe",
      options.file ?? "ignore",
      ...(programFd === null ? [] : [programFd]),
    ],
  };
  const child = spawn(program, rest, spawned);
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended already.
    }
  }
  return child;
}

/** One limit a command: dash takes no more. A limit that the shell does not know ends the run. */
function limits({ maxSeconds = 12 * 3600, maxFileBytes = 1024 * megabyte }: FfmpegOptions): string {
  const blocks = Math.ceil(maxFileBytes / 512);
  const each = [`-c 0`, `-v ${maxMemoryBytes / 1024}`, `-t ${maxSeconds}`, `-f ${blocks}`, `-n ${maxFiles}`];
  return `${each.map((one) => `ulimit ${one}`).join(" && ")} &&`;
}
