import { test } from "vitest";
import { runKillRounds } from "./kill-rounds.ts";

test("R1: kill -9 of the server under load, 20 rounds, in every fourth the database with it", async () => {
  await runKillRounds(20, (round) => round % 4 === 0);
});
