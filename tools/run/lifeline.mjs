// Loaded into each program that a starter starts (node --import): its stdin is a pipe from the starter, and when
// that breaks the starter is gone, by kill -9 too. The program then ends as it would on SIGTERM, so that no
// server and no fleet is left behind alone.
import { isMainThread } from "node:worker_threads";

// Worker threads load this too, and their stdin is closed from the beginning.
if (isMainThread) {
  process.stdin.on("error", () => {});
  process.stdin.once("close", () => process.kill(process.pid, "SIGTERM"));
  process.stdin.resume();
  if ("unref" in process.stdin) process.stdin.unref();
}
