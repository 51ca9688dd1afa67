import { test } from "vitest";
import { awayFor, expectSoonAnswers, frozenFor, slowFor, surviveFault } from "./database-faults.ts";

test("R2: the database goes away for 10 s, killed as often as it comes back", async () => {
  expectSoonAnswers(await surviveFault("store away for 10 s", awayFor(10)));
});

// How people are answered while it hangs: store-frozen.test.ts.
test("R2: the database hangs for 10 s and comes back slow", async () => {
  await surviveFault("store frozen for 10 s, then slow for 10 s", async (platform) => {
    await frozenFor(10)(platform);
    await slowFor(10)(platform);
  });
});
