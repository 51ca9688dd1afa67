import { expect } from "vitest";
import { startPlatform } from "../support/platform-process.ts";
import { balance, countBare, nothingWrong, startFleet } from "../support/reporting-fleet.ts";
import { openStoreView } from "../support/store-view.ts";

const devices = 50;

/**
 * R1: the server is killed again and again while 50 devices report; the ledger of acknowledgements is this
 * process's own. `withStore` says in which rounds the store is killed in the same moment.
 */
export async function runKillRounds(rounds: number, withStore: (round: number) => boolean): Promise<void> {
  let platform = await startPlatform({ seed: { devices } });
  const { dataDir } = platform;
  let address: string | null = platform.mqtt;
  const fleet = startFleet(platform.devices, () => address);
  for (let round = 1; round <= rounds; round++) {
    // Another length each time, so that the kill meets a batch in all its stages.
    await fleet.proceed(400 + ((round * 733) % 900));
    address = null;
    const store = await platform.storePid();
    if (withStore(round) && store !== null) process.kill(store, "SIGKILL");
    await platform.kill9();
    platform = await startPlatform({ dataDir });
    address = platform.mqtt;
    const also = withStore(round) ? ", the store too" : "";
    console.log(`R1 round ${round}${also}: ready after ${platform.secondsToReady.toFixed(2)} s`);
  }
  await fleet.proceed(400);
  await fleet.finish();
  const view = await openStoreView({ dataDir });
  const found = await balance(fleet, view);
  const bare = await countBare(fleet, view);
  console.log(`R1 after ${rounds} rounds: ${JSON.stringify(found)}, bare ${JSON.stringify(bare)}`);
  expect(found).toMatchObject(nothingWrong);
  expect(bare.stored).toBe(bare.acknowledged);
  expect(bare.acknowledged).toBeGreaterThan(rounds * 20);
  expect(fleet.connections()).toBe(devices * (rounds + 1));
  await fleet.close();
  expect(await platform.stop()).toBe(0);
}
