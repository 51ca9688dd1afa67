// Loaded into each program that a starter starts (node --import): its stdin is a pipe from the starter, and when
// that breaks the starter is gone, by kill -9 too. The program then ends as it would on SIGTERM, so that no
// server and no fleet is left behind alone. `?fd=3` names another pipe, for a program that reads its stdin.
import { Socket } from "node:net";
import { isMainThread } from "node:worker_threads";

// Worker threads load this too, and their stdin is closed from the beginning.
if (isMainThread) {
  const fd = new URL(import.meta.url).searchParams.get("fd");
  const line = fd === null ? process.stdin : new Socket({ fd: Number(fd) });
  line.on("error", () => {});
  line.once("close", () => process.kill(process.pid, "SIGTERM"));
  line.resume();
  if ("unref" in line) line.unref();
}
