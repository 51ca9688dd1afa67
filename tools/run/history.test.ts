import { spawn } from "node:child_process";
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { playInto } from "./history.mjs";

test("a player ends with what stores, though nobody has read all that it said", async () => {
  const store = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  store.stdin.on("error", () => undefined);
  // More than goes into the pipe of what stores, which reads nothing, and no more than both pipes take.
  const player = spawn(process.execPath, ["-e", "process.stdout.write('a'.repeat(360_000))"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = playInto({ player, store, into: store.stdin });
  await once(player, "exit");
  await setImmediate();
  expect(player.stdout.isPaused()).toBe(true);
  store.kill("SIGKILL");
  expect(await ended).toBe(0);
});
