import { availableParallelism } from "node:os";

/**
 * How Node runs the server (decision 0139). V8's helper threads leave a processor to the event loop, where four of them on
 * two processors take turns with it; and the space for new objects stays at 8 MB, so that a collection of it is short.
 * @param {number} processors
 * @returns {string[]} options of Node
 */
export function runtimeOptions(processors) {
  return [`--v8-pool-size=${Math.max(1, Math.min(4, processors - 1))}`, "--max-semi-space-size=8"];
}

/** What `startService` takes to run the server. */
export const serverProgram = [...runtimeOptions(availableParallelism()), "server/dist/main.js", "serve"];
