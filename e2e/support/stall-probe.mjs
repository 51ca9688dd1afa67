/** Loaded into the server under test: on SIGUSR2 it writes how long the event loop was still since the last time. */
import { renameSync, writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const file = process.env.STALL_FILE;
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  process.on("SIGUSR2", () => {
    const ms = (/** @type {number} */ nanoseconds) => nanoseconds / 1e6;
    writeFileSync(`${file}.new`, JSON.stringify({ maxMs: ms(delay.max), p99Ms: ms(delay.percentile(99)) }));
    renameSync(`${file}.new`, file);
    delay.reset();
  });
}
