import { spawn } from "node:child_process";
import { Sentence } from "./sentence.mjs";

/**
 * @typedef {object} ChildResult
 * @property {number} code exit code; 128 and more when a signal ended it
 * @property {string} output stdout and stderr, in the order they came
 */

/**
 * Runs a program to its end and keeps what it says, for set-up shows output only of what failed.
 * A signal to us is handed on, so that no half-done install goes on behind a closed command.
 *
 * @param {readonly [string, ...string[]]} command program and arguments
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} options
 * @returns {Promise<ChildResult>} a program that cannot be started answers code 127
 */
export function runChild([program, ...args], { cwd, env = process.env, timeoutMs }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);

    const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    const release = handSignalsOn(child);
    child.once("error", (error) => {
      clearTimeout(timer);
      release();
      resolve({ code: 127, output: error.message });
    });
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      const stoppedBy = release();
      if (stoppedBy === undefined) resolve({ code: code ?? signalExitCode(signal), output });
      else reject(new Sentence("", signalExitCode(stoppedBy)));
    });
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {() => NodeJS.Signals | undefined} lets go, and answers the signal that came meanwhile
 */
export function handSignalsOn(child) {
  /** @type {NodeJS.Signals | undefined} */
  let received;
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    received = signal;
    child.kill("SIGTERM");
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  process.on("SIGHUP", onSignal);
  return () => {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
    process.off("SIGHUP", onSignal);
    return received;
  };
}

/** @param {NodeJS.Signals | null} signal */
export function signalExitCode(signal) {
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGABRT: 6, SIGBUS: 7, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };
  return 128 + (Object.entries(numbers).find(([name]) => name === signal)?.[1] ?? 0);
}

/** @param {string} output @param {number} lines */
export function lastLines(output, lines) {
  return output.trimEnd().split("\n").slice(-lines).join("\n");
}
