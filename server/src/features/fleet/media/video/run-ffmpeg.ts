import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { StringDecoder } from "node:string_decoder";

/** A run of ffmpeg that is under way. */
export type FfmpegRun = {
  /** What it said so far, the last 64 kB. */
  said(): string;
  /** Its exit code; null where it was killed. Never rejects. */
  ended: Promise<number | null>;
  /** Asks it to stop, and insists after a second. */
  stop(): Promise<void>;
};

const mostSaid = 64 * 1024;
const patienceMs = 1000;
/** kB of address space: a broken file must not eat the machine. */
const mostMemory = 4 * 1024 * 1024;

/**
 * Runs ffmpeg with nothing of the server's environment, at low priority, with bounded memory and without core files.
 * It reads no input from us; where the server is killed, a camera's door is gone too, and a clip comes to its end.
 */
export function runFfmpeg(
  path: string,
  args: readonly string[],
  options: { env?: Record<string, string>; onSaid?: (text: string) => void } = {},
): FfmpegRun {
  const given = ["-nostdin", "-hide_banner", "-nostats", ...args];
  const child = start(path, given, options.env ?? {});
  const decoder = new StringDecoder("utf8");
  let said = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    said = (said + decoder.write(bytes)).slice(-mostSaid);
    options.onSaid?.(said);
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
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const insist = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await ended;
      clearTimeout(insist);
    },
  };
}

function start(path: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  const stdio = ["ignore", "ignore", "pipe"] as const;
  const child =
    process.platform === "linux"
      ? spawn("/bin/sh", ["-c", `ulimit -c 0 -v ${mostMemory}; exec "$0" "$@"`, path, ...args], {
          env,
          stdio: [...stdio],
        })
      : spawn(path, args, { env, stdio: [...stdio] });
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended already.
    }
  }
  return child;
}
