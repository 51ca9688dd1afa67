/** A long-running program of ours, started as a process of its own and stopped in order. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { projectRoot } from "../setup/project-root.mjs";
import { signalExitCode } from "../setup/run-child.mjs";

/**
 * @typedef {object} Service
 * @property {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} over how it ended
 * @property {Promise<number>} ended its exit code; 128 and more when a signal ended it
 * @property {(graceMs: number) => Promise<number>} stop SIGTERM, after the grace SIGKILL; answers the exit code
 * @property {() => void} kill at once
 */

/**
 * @param {readonly string[]} program options of Node, path under the checkout, arguments
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} [onLine] gets stdout line by line; without it stdout is ours
 * @returns {Service}
 */
export function startService(program, env, onLine) {
  const lifeline = pathToFileURL(join(projectRoot, "tools", "run", "lifeline.mjs")).href;
  const child = spawn(process.execPath, ["--import", lifeline, ...program], {
    cwd: projectRoot,
    env,
    // A group of its own: Ctrl-C in a terminal reaches only the starter, which stops its services in order.
    detached: true,
    stdio: ["pipe", onLine === undefined ? "inherit" : "pipe", "inherit"],
  });
  child.stdin?.on("error", () => {}); // the program may end first
  if (onLine !== undefined && child.stdout) createInterface({ input: child.stdout }).on("line", onLine);
  const over = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const ended = over.then(({ code, signal }) => code ?? signalExitCode(signal));
  return {
    over,
    ended,
    kill: () => void child.kill("SIGKILL"),
    stop: async (graceMs) => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
      const code = await ended;
      clearTimeout(timer);
      return code;
    },
  };
}

/**
 * Resolves at the first request to stop. The second one (a terminal and npm both hand on the same Ctrl-C) only
 * counts when it comes a second later: then a person insists.
 * @param {() => void} onInsist
 * @returns {Promise<void>}
 */
export function stopRequested(onInsist) {
  return new Promise((resolve) => {
    let firstAt = 0;
    const onSignal = () => {
      if (firstAt === 0) firstAt = Date.now();
      else if (Date.now() - firstAt > 1000) onInsist();
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, onSignal);
  });
}
