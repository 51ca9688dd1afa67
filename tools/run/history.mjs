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
 * One after the other: the store takes them as one stream, and puts bottles where the aliquots went. A signal to us
 * ends it: what stores is told to stop, and what plays ends when nobody reads on.
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
  const store = asPiped(
    spawn(
      process.execPath,
      [
        ...["--import", lifeline, join(projectRoot, "server/dist/main.js")],
        ...["seed", "--history", "-", "--bottles", ...stored],
      ],
      { env, stdio: ["pipe", "ignore", "pipe", "pipe"] },
    ),
  );
  const release = handSignalsOn(store);
  const done = once(store, "close");
  let said = "";
  store.stderr.on("data", (chunk) => (said += chunk));
  store.stdin.on("error", () => {}); // it may end first, and says why
  /** @type {number | null} */
  let played = 0;
  for (const span of spans) {
    if (played === 0)
      played = await playSpan({ credentials, env, span, store, say: (chunk) => (said += chunk) });
  }
  store.stdin.end();
  const [code] = await done;
  const stoppedBy = release();
  if (stoppedBy !== undefined) throw new Sentence("", signalExitCode(stoppedBy));
  if (played !== 0 || code !== 0) throw new Sentence(`The history could not be made:\n${said.trim()}`, 1);
}

/**
 * @typedef {import("node:child_process").ChildProcess
 *   & { stdin: import("node:stream").Writable, stderr: import("node:stream").Readable }} Piped
 */

/** Node's types know its pipes only of three: the fourth is the lifeline. @param {import("node:child_process").ChildProcess} child */
function asPiped(child) {
  if (child.stdin === null || child.stderr === null) throw new Error("a child without pipes");
  return /** @type {Piped} */ (child);
}

/**
 * @param {{
 *   credentials: string, env: NodeJS.ProcessEnv, span: Span, say: (chunk: Buffer) => void, store: Piped,
 * }} options
 * @returns {Promise<number | null>} the player's exit code; null when a signal ended it
 */
async function playSpan({ credentials, env, span, store, say }) {
  const { fromMs, untilMs, everySeconds, more = [] } = span;
  const times = ["--from", String(fromMs), "--until", String(untilMs), "--every", String(everySeconds)];
  const program = [join(projectRoot, "simulator/dist/main.js"), "history", "--credentials", credentials];
  const player = spawn(process.execPath, [...program, ...times, ...more], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  player.stderr.on("data", say);
  player.stdout.pipe(store.stdin, { end: false });
  // Nobody reads on after the store has ended: the player would wait for ever.
  const giveUp = () => player.kill();
  if (store.exitCode !== null || store.signalCode !== null) giveUp();
  store.once("close", giveUp);
  const [code] = await once(player, "close");
  store.off("close", giveUp);
  return code;
}
