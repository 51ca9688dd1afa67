import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { playInto } from "./history.mjs";

test("a player ends with what stores, though nobody has read all that it said", async () => {
  const store = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  store.stdin.on("error", () => undefined);
  const player = spawn(
    process.execPath,
    ["-e", "setInterval(() => process.stdout.write('a'.repeat(9e5)), 1)"],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const ended = playInto({ player, store, into: store.stdin });
  // What stores reads nothing: it is full, and the rest waits.
  if (!store.stdin.writableNeedDrain) await once(player.stdout, "pause");
  store.kill("SIGKILL");
  expect(await ended).toBeNull();
});
