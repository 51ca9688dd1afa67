import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { addCrossingRule, noAlarmWrong, noOrderWrong, settledAlarms } from "../support/alarm-ledger.ts";
import { watchAnswers } from "../support/answer-watch.ts";
import { openApi } from "../support/api-client.ts";
import { startOrders } from "../support/commanded-device.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { freeze } from "../support/process-table.ts";
import { balance, countBare, nothingWrong, startFleet } from "../support/reporting-fleet.ts";
import { waitUntil } from "../support/wait-until.ts";

const devices = 50;
/** The pH of a device rises with its twentieth post; see `reporting-device.ts`. */
const postsToAlarm = 25;
const orders = 4;

export type DatabaseFault = (platform: Platform) => Promise<void>;

/** What people got while the database was not itself. */
export type Meanwhile = { readiness: number | string; statuses: (number | string)[]; slowestSeconds: number };

/**
 * Lets the database fail in some way while 50 devices report, alarms come and go, one device is commanded and people
 * ask. Holds the ledgers of acknowledgements against the database afterwards; how the API answered meanwhile is for
 * the caller to judge.
 */
export async function surviveFault(name: string, fault: DatabaseFault): Promise<Meanwhile> {
  const platform = await startPlatform({ seed: { devices: devices + 1 } });
  const api = await openApi(platform.http);
  await addCrossingRule(api);
  const fleet = startFleet(platform.devices.slice(1), () => platform.mqtt);
  const [commanded] = platform.devices;
  if (commanded === undefined) throw new Error("no device was seeded");
  const ordering = startOrders(commanded, () => platform);
  await fleet.proceed(500);
  const watch = watchAnswers(api);
  const [readiness] = await Promise.all([worstReadiness(platform), fault(platform)]);
  const began = performance.now();
  await fleet.proceed(500);
  const healed = (performance.now() - began) / 1000;
  await watch.stop();
  await fleet.eachHasPosted(postsToAlarm);
  // Posts are done sooner than commands.
  await waitUntil("enough commands were taken", () => ordering.taken() >= orders);
  await fleet.finish();
  const view = await openDatabaseView(platform);
  const ordered = await ordering.balance(view);
  const alarms = await settledAlarms(view);
  const found = await balance(fleet, view);
  const bare = await countBare(fleet, view);
  console.log(
    `${name}: answers ${watch.statuses()}, the slowest after ${watch.slowest().toFixed(2)} s; readyz ${readiness}; ` +
      `500 posts later ${healed.toFixed(2)} s after it; ${JSON.stringify(found)}, ` +
      `commands ${JSON.stringify(ordered)}, alarms ${JSON.stringify(alarms)}`,
  );
  expect(found).toMatchObject(nothingWrong);
  expect(bare.stored).toBe(bare.acknowledged);
  // A commit whose answer was lost is repeated: the message log must not show the message twice.
  expect(await view.rows(messagesTwice)).toEqual([]);
  expect(ordered).toMatchObject(noOrderWrong);
  expect(ordered.taken).toBeGreaterThanOrEqual(orders);
  expect(alarms).toMatchObject(noAlarmWrong);
  expect(alarms.alarms).toBeGreaterThanOrEqual(devices);
  expect(fleet.connections()).toBe(devices);
  expect((await fetch(`${platform.http}/readyz`)).status).toBe(200);
  await fleet.close();
  await ordering.close();
  expect(await platform.stop()).toBe(0);
  return { readiness, statuses: watch.statuses(), slowestSeconds: watch.slowest() };
}

export function expectSoonAnswers(meanwhile: Meanwhile): void {
  expect(meanwhile.statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(meanwhile.slowestSeconds).toBeLessThan(2.5);
}

/** All of the database's processes do not move for so long: the fault's own length, not a wait for something. */
export function frozenFor(seconds: number): DatabaseFault {
  return async (platform) => {
    const thaw = await freeze(await waitUntil("the store is there", platform.storePid));
    await delay(seconds * 1000);
    thaw();
  };
}

/** Killed as often as it comes back. */
export function awayFor(seconds: number): DatabaseFault {
  return async (platform) => {
    const ends = performance.now() + seconds * 1000;
    while (performance.now() < ends) {
      const store = await platform.storePid();
      if (store !== null) await killed(store);
      await delay(50);
    }
  };
}

/** It runs for a tenth of the time. */
export function slowFor(seconds: number): DatabaseFault {
  return async (platform) => {
    const ends = performance.now() + seconds * 1000;
    while (performance.now() < ends) {
      const thaw = await freeze(await waitUntil("the store is there", platform.storePid));
      await delay(180);
      thaw();
      await delay(20);
    }
  };
}

async function killed(pid: number): Promise<void> {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Its pid file outlived it.
  }
}

/** The first 503 of /readyz within 3 s, else what it said instead. */
async function worstReadiness(platform: Platform): Promise<number | string> {
  const ends = performance.now() + 3000;
  let said: number | string = "nothing";
  while (said !== 503 && performance.now() < ends) {
    const left = Math.max(1, Math.ceil(ends - performance.now()));
    const asked = fetch(`${platform.http}/readyz`, { signal: AbortSignal.timeout(left) });
    said = await asked.then((response) => response.status, String);
    await delay(10);
  }
  return said;
}

const messagesTwice = `select device_id, payload->>'id' as id, count(*) from message_log
  where direction = 1 group by 1, 2 having count(*) > 1`;
