import { setTimeout as wait } from "node:timers/promises";
import { ensureBuilt } from "../setup/builds.mjs";
import { ensureInstalled } from "../setup/install.mjs";
import { signalExitCode } from "../setup/run-child.mjs";
import { print, runMain } from "../setup/sentence.mjs";
import { dataFolder } from "./data-folder.mjs";
import { keepRunning } from "./keep-running.mjs";
import { serverProgram } from "./server-program.mjs";
import { startService, stopRequested } from "./service.mjs";

await runMain(async () => {
  await ensureInstalled();
  await ensureBuilt(["server", "console", "custody"]);
  const env = { ...process.env, NODE_ENV: "production", DATA_DIR: dataFolder("data/main") };
  /** @type {import("./service.mjs").Service | undefined} */
  let server;
  const stopping = new AbortController();

  function start() {
    let isReady = false;
    server = startService(serverProgram(), env, (line) => {
      if (line.startsWith("ready {")) isReady = true;
      console.log(line);
    });
    return { over: server.over, wasReady: () => isReady };
  }

  const stopped = stopRequested(() => server?.kill()).then(() => {
    stopping.abort();
    return server?.stop(15_000) ?? 0;
  });
  const ended = keepRunning({
    start,
    // Nothing is started once a stop was asked for.
    wait: (ms) => wait(ms, undefined, { signal: stopping.signal }),
    now: Date.now,
    report: (line) => stopping.signal.aborted || print(line),
  }).then(
    ({ code, signal }) => code ?? signalExitCode(signal),
    (error) => {
      if (stopping.signal.aborted) return stopped;
      throw error;
    },
  );
  return Promise.race([ended, stopped]);
});
