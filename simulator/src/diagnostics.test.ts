import { expect, test } from "vitest";
import { readCredentials } from "./credentials-file.ts";
import { createScheduler } from "./scheduler.ts";
import { createSimClock } from "./sim-clock.ts";
import { createSimulatedDevice } from "./simulated-device.ts";
import { createManualTiming } from "./testing/manual-timing.ts";
import { startStandInPlatform } from "./testing/stand-in-platform.ts";

const profile = { designFlow: 30_000, latitude: 31.2, longitude: 121.5 };
const identity = { productKey: "pk", deviceName: "WS-1", deviceSecret: "secret" };
const [entry] = readCredentials(
  JSON.stringify({ devices: [{ ...identity, typeKey: "waterSample", seed: 3, profile }] }),
);
const base = "/sys/pk/WS-1/thing";

test("a device that reports of itself names its attributes and its shadow, and sends its log once it is wanted", async () => {
  if (entry === undefined) throw new Error("no device");
  const platform = await startStandInPlatform();
  const timing = createManualTiming(Date.UTC(2026, 4, 11, 3));
  const scheduler = createScheduler(timing);
  const device = createSimulatedDevice({
    ...{ entry, seed: 3, url: platform.url, reportInterval: null, capacity: 1000, scheduler },
    ...{ clock: createSimClock(timing.now, 1), reportsDiagnostics: true },
    onFirstKept: () => undefined,
    log: () => undefined,
  });
  device.start();
  const attributes = await platform.wait(({ topic }) => topic === `${base}/deviceinfo/update`);
  expect(attributes.body["params"]).toContainEqual({ attrKey: "hw.board", attrValue: "TW-waterSample-2" });
  const shadow = await platform.wait(({ topic }) => topic === "/shadow/update/pk/WS-1");
  expect(shadow.body).toMatchObject({ method: "update", state: { reported: { reportInterval: 10 } } });
  await platform.wait(({ topic }) => topic === `${base}/config/log/get`);
  expect(platform.received.filter(({ topic }) => topic === `${base}/log/post`)).toEqual([]);
  const content = { getType: "content", content: { mode: 1 } };
  platform.push(`${base}/config/log/get_reply`, { id: "1", code: 200, data: content });
  const log = await platform.wait(({ topic }) => topic === `${base}/log/post`);
  expect(log.body["params"]).toMatchObject([{ logLevel: "INFO", module: "boot" }]);
  await device.stop();
  scheduler.stop();
  await platform.stop();
});
