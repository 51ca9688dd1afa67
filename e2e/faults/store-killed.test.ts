import { expect, test } from "vitest";
import type { Platform } from "../support/platform-process.ts";
import { waitUntil } from "../support/wait-until.ts";
import { expectSoonAnswers, surviveFault } from "./database-faults.ts";

test("kill -9 of PostgreSQL under load, 3 times: nothing acknowledged is lost, no device is thrown out, it heals alone", async () => {
  const meanwhile = await surviveFault("store killed 3 times", async (platform) => {
    for (let round = 1; round <= 3; round++) await killOnce(platform);
  });
  expectSoonAnswers(meanwhile);
});

async function killOnce(platform: Platform): Promise<void> {
  const store = await waitUntil("the store is there", platform.storePid);
  process.kill(store, "SIGKILL");
  const began = performance.now();
  await waitUntil("the platform is ready again on another store", async () => {
    const isReady = (await fetch(`${platform.http}/readyz`)).status === 200;
    return isReady && (await platform.storePid()) !== store;
  });
  console.log(`store killed: ready again after ${((performance.now() - began) / 1000).toFixed(2)} s`);
  expect(await platform.storePid()).not.toBe(store);
}
