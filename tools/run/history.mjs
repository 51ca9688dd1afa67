/** Fills a store with what its devices would have reported: the simulator plays it, the server stores it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../setup/project-root.mjs";
import { Sentence } from "../setup/sentence.mjs";

/**
 * @param {{ credentials: string, days: number, everySeconds: number, env: NodeJS.ProcessEnv }} options
 *   credentials: the fleet's file, as the seed wrote it
 * @returns {Promise<void>}
 */
export async function playHistory({ credentials, days, everySeconds, env }) {
  const until = Date.now();
  const span = ["--from", String(until - days * 86_400_000), "--until", String(until)];
  const player = spawn(
    process.execPath,
    [
      join(projectRoot, "simulator/dist/main.js"),
      ...["history", "--credentials", credentials, ...span, "--every", String(everySeconds)],
    ],
    { env, stdio: ["ignore", "pipe", "pipe"] },
  );
  const store = spawn(
    process.execPath,
    [join(projectRoot, "server/dist/main.js"), "seed", "--history", "-"],
    { env, stdio: ["pipe", "ignore", "pipe"] },
  );
  let said = "";
  for (const { stderr } of [player, store]) stderr.on("data", (chunk) => (said += chunk));
  store.stdin.on("error", () => {}); // it may end first, and says why
  player.stdout.pipe(store.stdin);
  const [[played], [stored]] = await Promise.all([once(player, "close"), once(store, "close")]);
  if (played !== 0 || stored !== 0) throw new Sentence(`The history could not be made:\n${said.trim()}`, 1);
}
