import { expect } from "vitest";
import { addCrossingRule, noAlarmWrong, noOrderWrong, settledAlarms } from "../support/alarm-ledger.ts";
import { openApi } from "../support/api-client.ts";
import { startOrders } from "../support/commanded-device.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { startPlatform } from "../support/platform-process.ts";
import { balance, countBare, nothingWrong, startFleet } from "../support/reporting-fleet.ts";
import { waitUntil } from "../support/wait-until.ts";

const devices = 50;

/**
 * R1: the server is killed again and again while 50 devices report, alarms come and go and one device is commanded; the
 * ledgers of acknowledgements are this process's own. `withStore` says in which rounds the database is killed in the
 * same moment.
 */
export async function runKillRounds(rounds: number, withStore: (round: number) => boolean): Promise<void> {
  let platform = await startPlatform({ seed: { devices: devices + 1 } });
  const { dataDir } = platform;
  await addCrossingRule(await openApi(platform.http));
  let place: { http: string; mqtt: string } | null = platform;
  const fleet = startFleet(platform.devices.slice(1), () => place?.mqtt ?? null);
  const [commanded] = platform.devices;
  if (commanded === undefined) throw new Error("no device was seeded");
  const orders = startOrders(commanded, () => place);
  for (let round = 1; round <= rounds; round++) {
    // Another length each time, so that the kill meets a batch in all its stages.
    await fleet.proceed(400 + ((round * 733) % 900));
    place = null;
    const store = await platform.storePid();
    if (withStore(round) && store !== null) process.kill(store, "SIGKILL");
    await platform.kill9();
    platform = await startPlatform({ dataDir });
    place = platform;
    const also = withStore(round) ? ", the store too" : "";
    console.log(`R1 round ${round}${also}: ready after ${platform.secondsToReady.toFixed(2)} s`);
  }
  await fleet.proceed(400);
  // Posts are done sooner than commands.
  await waitUntil("more commands were taken than there were rounds", () => orders.taken() > rounds);
  await fleet.finish();
  const view = await openDatabaseView({ dataDir });
  const ordered = await orders.balance(view);
  const alarms = await settledAlarms(view);
  const found = await balance(fleet, view);
  const bare = await countBare(fleet, view);
  console.log(
    `R1 after ${rounds} rounds: ${JSON.stringify(found)}, bare ${JSON.stringify(bare)}, ` +
      `commands ${JSON.stringify(ordered)}, alarms ${JSON.stringify(alarms)}`,
  );
  expect(found).toMatchObject(nothingWrong);
  expect(bare.stored).toBe(bare.acknowledged);
  expect(bare.acknowledged).toBeGreaterThan(rounds * 20);
  expect(fleet.connections()).toBe(devices * (rounds + 1));
  expect(ordered).toMatchObject(noOrderWrong);
  expect(ordered.taken).toBeGreaterThan(rounds);
  expect(alarms).toMatchObject(noAlarmWrong);
  expect(alarms.alarms).toBeGreaterThan(devices);
  await fleet.close();
  await orders.close();
  expect(await platform.stop()).toBe(0);
}
