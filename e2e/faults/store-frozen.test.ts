import { expect, test } from "vitest";
import { expectSoonAnswers, frozenFor, type Meanwhile, surviveFault } from "./database-faults.ts";

let meanwhile: Meanwhile;

test("a store that hangs for 4 s: nothing is claimed that is not stored, no device is thrown out, it heals alone", async () => {
  meanwhile = await surviveFault("store frozen for 4 s", frozenFor(4));
});

test("meanwhile it says that it is not ready, and nobody waits longer than 2 s for a 503", () => {
  expect(meanwhile.readiness).toBe(503);
  expectSoonAnswers(meanwhile);
});
