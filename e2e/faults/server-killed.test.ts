import { test } from "vitest";
import { runKillRounds } from "./kill-rounds.ts";

test("kill -9 of the server under load, 5 rounds: nothing acknowledged is lost, nothing is stored twice", async () => {
  await runKillRounds(5, () => false);
});
