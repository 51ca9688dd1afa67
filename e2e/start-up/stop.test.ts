import { callService } from "@tracewater/contract/fleet/commands";
import { expect, test } from "vitest";
import { watchAnswers } from "../support/answer-watch.ts";
import { openApi } from "../support/api-client.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { startPlatform } from "../support/platform-process.ts";
import { isAlive } from "../support/process-table.ts";
import { connectDevice } from "../support/raw-device.ts";
import { balance, countBare, nothingWrong, startFleet } from "../support/reporting-fleet.ts";
import { waitUntil } from "../support/wait-until.ts";

test("R4: SIGTERM under load fails no request that was accepted, ends with 0 in time and leaves no process", async () => {
  let platform = await startPlatform({ seed: { devices: 20 } });
  const { dataDir } = platform;
  const api = await openApi(platform.http);
  let address: string | null = platform.mqtt;
  const fleet = startFleet(platform.devices, () => address);
  const watch = watchAnswers(api, 8);
  await fleet.proceed(300);
  await waitUntil("requests were answered", () => watch.answers.length > 50);
  const store = await waitUntil("the store is there", platform.storePid);

  address = null;
  const askedAt = performance.now();
  const code = await platform.stop();
  const seconds = (performance.now() - askedAt) / 1000;
  await watch.stop();
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(10);
  expect(await isAlive(store)).toBe(false);

  // Anyone who had asked by then was answered; anyone who came later was informed, or found the door closed.
  const before = watch.answers.filter((one) => one.beganAt < askedAt);
  const after = watch.answers.filter((one) => one.beganAt >= askedAt);
  const failed = before.filter((one) => one.status !== 200);
  console.log(
    `SIGTERM: ended after ${seconds.toFixed(2)} s; of ${before.length} requests before it failed ${failed.length}; ` +
      `those after it: ${[...new Set(after.map((one) => one.status))].join(", ")}`,
  );
  expect(failed).toEqual([]);
  // Over an open connection it is answered to the end; a new one is not taken, an idle one is closed.
  const connectionRefused = ["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET"];
  expect(
    after.filter((one) => one.status !== 200 && !connectionRefused.includes(String(one.status))),
  ).toEqual([]);

  platform = await startPlatform({ dataDir });
  address = platform.mqtt;
  await fleet.finish();
  const view = await openDatabaseView(platform);
  const found = await balance(fleet, view);
  expect(found).toMatchObject(nothingWrong);
  const bare = await countBare(fleet, view);
  expect(bare.stored).toBe(bare.acknowledged);
  await fleet.close();
  expect(await platform.stop()).toBe(0);
});

test("SIGTERM answers a call that waits for a device, and ends a live stream, in time", async () => {
  const platform = await startPlatform({ seed: { devices: 1 } });
  const api = await openApi(platform.http);
  const [credentials] = platform.devices;
  if (credentials === undefined) throw new Error("a device was seeded");
  const received: string[] = [];
  await connectDevice(platform.mqtt, credentials, { message: (topic) => received.push(topic) });
  const stream = await fetch(`${platform.http}/prod-api/v2/admin/realtime?topics=device:1`, {
    headers: { authorization: api.authorization() },
  });
  expect(stream.status).toBe(200);
  const streamed = stream.text().catch(() => "");
  const call = api.call(callService, {
    params: { family: "waterSample", service: "selfTest" },
    query: { deviceName: credentials.deviceName },
    body: { timeout: 60 },
  });
  await waitUntil("the device was asked", () => received.length > 0);
  const askedAt = performance.now();
  expect(await platform.stop()).toBe(0);
  const seconds = (performance.now() - askedAt) / 1000;
  console.log(`SIGTERM with a call that waits: ended after ${seconds.toFixed(2)} s`);
  expect((await call).data.state).toMatch(/^(sent|acknowledged)$/);
  expect(seconds).toBeLessThan(5);
  await streamed;
});
