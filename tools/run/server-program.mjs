import os from "node:os";

/**
 * How Node runs the server (decision 0139). V8's helper threads leave a processor to the event loop: four of them on two
 * processors would take turns with it. And the space for new objects stays at 8 MB, so that a collection of it is short.
 * @param {number} [processors] without it, those of this machine
 * @returns {string[]} options of Node
 */
export function runtimeOptions(processors = os.availableParallelism()) {
  return [`--v8-pool-size=${Math.max(1, Math.min(4, processors - 1))}`, "--max-semi-space-size=8"];
}

/** What `startService` takes to run the server. A function, for an old Node that cannot count processors has to reach `requireNode`. */
export function serverProgram() {
  return [...runtimeOptions(), "server/dist/main.js", "serve"];
}
