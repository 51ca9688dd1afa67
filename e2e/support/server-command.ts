import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runtimeOptions } from "../../tools/run/server-program.mjs";
import { cleanUpLater } from "./clean-up.ts";

const root = join(import.meta.dirname, "../..");
const program = join(root, "server/dist/main.js");

export const adminPassword = "only-for-tests-on-loopback";

/** Variables of the platform; one that is undefined is left out. */
export type Variables = Record<string, string | undefined>;

/** A started program of the server: what it printed so far, and how it ended. */
export type ServerProcess = {
  child: ChildProcess;
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Exit code, or the signal's name. */
  ended: Promise<number | string>;
  hasEnded(): boolean;
};

/** Starts one of the built server's commands with nothing of the caller's own variables but the path. */
export function spawnServer(args: readonly string[], env: Variables): ServerProcess {
  if (!existsSync(program)) throw new Error("the server is not built: node server/build.mjs");
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  // The lifeline ends it with this process: nothing is left when a test run is killed.
  const lifeline = ["--import", join(root, "tools/run/lifeline.mjs")];
  const child = spawn(process.execPath, [...lifeline, ...runtimeOptions(), program, ...args], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, LANG, ...defaultVariables, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  const out = collect(child.stdout);
  const err = collect(child.stderr);
  let isOver = false;
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      isOver = true;
      resolve(code ?? signal ?? "unknown");
    });
  });
  cleanUpLater(async () => {
    if (!isOver) child.kill("SIGKILL");
    await ended;
  });
  return { child, pid: child.pid ?? 0, stdout: out, stderr: err, ended, hasEnded: () => isOver };
}

/** Runs a command to its end. */
export async function runServer(
  args: readonly string[],
  env: Variables,
): Promise<{ code: number | string; stdout: string; stderr: string; seconds: number }> {
  const began = performance.now();
  const server = spawnServer(args, env);
  const code = await server.ended;
  const seconds = (performance.now() - began) / 1000;
  return { code, stdout: server.stdout(), stderr: server.stderr(), seconds };
}

const defaultVariables: Variables = {
  NODE_ENV: "production",
  HTTP_PORT: "0",
  MQTT_PORT: "0",
  CAPTCHA: "off",
  FFMPEG_BUNDLED: "on",
  LOG_LEVEL: "warn",
  ADMIN_PASSWORD: adminPassword,
};

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text;
}
