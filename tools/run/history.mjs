/** Fills a store with what its devices would have reported: the simulator plays it, the server stores it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "../setup/project-root.mjs";
import { handSignalsOn, signalExitCode } from "../setup/run-child.mjs";
import { Sentence } from "../setup/sentence.mjs";

const lifeline = `${pathToFileURL(join(projectRoot, "tools", "run", "lifeline.mjs")).href}?fd=3`;

/**
 * @typedef {{ fromMs: number, untilMs: number, everySeconds: number, more?: readonly string[] }} Span
 */

/**
 * One after the other: the database takes them as one stream, and puts bottles where the aliquots went. A signal to us
 * ends it: what stores is instructed to stop, and what plays ends when nobody reads on.
 *
 * @param {{
 *   credentials: string, env: NodeJS.ProcessEnv,
 *   spans: readonly Span[],
 *   stored?: readonly string[],
 * }} options credentials: the fleet's file, as the seed wrote it; more: further arguments of the player; stored: of
 *   the command that stores it
 * @returns {Promise<void>}
 */
export async function playHistory({ credentials, env, spans, stored = [] }) {
  const store = spawn(
    process.execPath,
    [
      ...["--import", lifeline, join(projectRoot, "server/dist/main.js")],
      ...["seed", "--history", "-", "--bottles", ...stored],
    ],
    { env, stdio: ["pipe", "ignore", "pipe", "pipe"] },
  );
  const { stdin, stderr } = store;
  if (stdin === null || stderr === null) throw new Error("the database was started without pipes");
  const release = handSignalsOn(store);
  const done = once(store, "close");
  let said = "";
  stderr.on("data", (chunk) => (said += chunk));
  stdin.on("error", () => {}); // it may end first, and says why
  /** @type {number | null} */
  let played = 0;
  for (const span of spans) {
    if (played !== 0) break;
    played = await playSpan({ credentials, env, span, store, into: stdin, log: (chunk) => (said += chunk) });
  }
  stdin.end();
  const [code] = await done;
  const stoppedBy = release();
  if (stoppedBy !== undefined) throw new Sentence("", signalExitCode(stoppedBy));
  if (played !== 0 || code !== 0)
    throw new Sentence(`The history could not be generated:\n${said.trim()}`, 1);
}

/**
 * @param {{
 *   credentials: string, env: NodeJS.ProcessEnv, span: Span, log: (chunk: Buffer) => void,
 *   store: import("node:child_process").ChildProcess, into: import("node:stream").Writable,
 * }} options
 * @returns {Promise<number | null>} the player's exit code; null when a signal ended it
 */
async function playSpan({ credentials, env, span, store, into, log }) {
  const { fromMs, untilMs, everySeconds, more = [] } = span;
  const times = ["--from", String(fromMs), "--until", String(untilMs), "--every", String(everySeconds)];
  const program = [join(projectRoot, "simulator/dist/main.js"), "history", "--credentials", credentials];
  const player = spawn(process.execPath, [...program, ...times, ...more], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  player.stderr.on("data", log);
  return playInto({ player, store, into });
}

/**
 * What a player says goes to what stores it, until one of them ends.
 * @param {{
 *   player: import("node:child_process").ChildProcess & { stdout: import("node:stream").Readable },
 *   store: import("node:child_process").ChildProcess, into: import("node:stream").Writable,
 * }} options
 * @returns {Promise<number | null>} the player's exit code; null when a signal ended it
 */
export async function playInto({ player, store, into }) {
  player.stdout.pipe(into, { end: false });
  // Nobody reads on after the database has ended: the player would wait, and we for what it still had to say.
  const giveUp = () => {
    player.stdout.destroy();
    player.kill();
  };
  if (store.exitCode !== null || store.signalCode !== null) giveUp();
  store.once("close", giveUp);
  const [code] = await once(player, "close");
  store.off("close", giveUp);
  return code;
}
