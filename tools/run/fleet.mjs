/** The demo's simulated fleet: started once the server is ready, and again whenever it ends by itself. */
import { setTimeout as sleep } from "node:timers/promises";
import { print } from "../setup/sentence.mjs";
import { startService } from "./service.mjs";

/**
 * @typedef {object} Fleet
 * @property {Promise<void>} ready resolves with its first `fleet ready`, or after a while without it
 * @property {() => Promise<void>} stop
 * @property {() => void} kill
 */

/**
 * @param {{ credentials: string, url: string, env: NodeJS.ProcessEnv }} options url: mqtt://host:port
 * @returns {Fleet}
 */
export function startFleet({ credentials, url, env }) {
  const program = [
    "simulator/dist/main.js",
    "fleet",
    "--credentials",
    credentials,
    "--url",
    url,
    "--twin",
    "yes",
  ];
  /** @type {import("./service.mjs").Service | undefined} */
  let running;
  let stopping = false;
  /** @type {() => void} */
  let reportReady = () => {};
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    reportReady = resolve;
  });

  /** @param {string} line */
  const onLine = (line) => {
    if (line.startsWith("fleet ready")) reportReady();
    else print(line);
  };
  const keepRunning = async () => {
    for (let attempt = 0; !stopping; attempt++) {
      const began = Date.now();
      running = startService(program, env, onLine);
      const code = await running.ended;
      if (stopping) return;
      if (Date.now() - began > 60_000) attempt = 0;
      const waitMs = Math.min(30_000, 1000 * 2 ** attempt);
      print(`the fleet exited (code ${code}); restarting in ${waitMs / 1000} s`);
      await sleep(waitMs, undefined, { ref: false });
    }
  };
  const kept = keepRunning();

  return {
    ready: Promise.race([ready, timeout()]),
    kill: () => running?.kill(),
    stop: async () => {
      stopping = true;
      await running?.stop(5000);
      await Promise.race([kept, sleep(100)]); // it may be waiting for its next attempt
    },
  };
}

/** The demo is worth seeing without its fleet, too. */
async function timeout() {
  await sleep(30_000, undefined, { ref: false });
}
