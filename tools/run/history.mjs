/** Fills a store with what its devices would have reported: the simulator plays it, the server stores it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../setup/project-root.mjs";
import { Sentence } from "../setup/sentence.mjs";

/**
 * One after the other: the store takes them as one stream, and puts bottles where the aliquots went.
 *
 * @param {{
 *   credentials: string, env: NodeJS.ProcessEnv,
 *   spans: readonly { fromMs: number, untilMs: number, everySeconds: number, more?: readonly string[] }[],
 *   stored?: readonly string[],
 * }} options credentials: the fleet's file, as the seed wrote it; more: further arguments of the player; stored: of
 *   the command that stores it
 * @returns {Promise<void>}
 */
export async function playHistory({ credentials, env, spans, stored = [] }) {
  const store = spawn(
    process.execPath,
    [join(projectRoot, "server/dist/main.js"), "seed", "--history", "-", "--bottles", ...stored],
    { env, stdio: ["pipe", "ignore", "pipe"] },
  );
  const done = once(store, "close");
  let said = "";
  store.stderr.on("data", (chunk) => (said += chunk));
  store.stdin.on("error", () => {}); // it may end first, and says why
  for (const { fromMs, untilMs, everySeconds, more = [] } of spans) {
    const span = ["--from", String(fromMs), "--until", String(untilMs), "--every", String(everySeconds)];
    const player = spawn(
      process.execPath,
      [
        join(projectRoot, "simulator/dist/main.js"),
        "history",
        "--credentials",
        credentials,
        ...span,
        ...more,
      ],
      { env, stdio: ["ignore", "pipe", "pipe"] },
    );
    player.stderr.on("data", (chunk) => (said += chunk));
    player.stdout.pipe(store.stdin, { end: false });
    // Nobody reads on after the store has ended: the player would wait for ever.
    const giveUp = () => player.kill();
    store.once("close", giveUp);
    const [played] = await once(player, "close");
    store.off("close", giveUp);
    if (played !== 0) {
      store.stdin.end();
      await done;
      throw new Sentence(`The history could not be made:\n${said.trim()}`, 1);
    }
  }
  store.stdin.end();
  const [code] = await done;
  if (code !== 0) throw new Sentence(`The history could not be made:\n${said.trim()}`, 1);
}
