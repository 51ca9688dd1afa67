import { isSignedBy, readConnectIdentity } from "@tracewater/alink/credentials";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCredentials } from "./credentials-file.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { createSimClock } from "./sim-clock.ts";
import { createSimulatedDevice, type SimulatedDevice } from "./simulated-device.ts";
import { createManualTiming, type ManualTiming } from "./testing/manual-timing.ts";
import { type Received, type StandInPlatform, startStandInPlatform } from "./testing/stand-in-platform.ts";

const [entry] = readCredentials(
  JSON.stringify({
    devices: [
      {
        productKey: "pk",
        deviceName: "WS-1",
        deviceSecret: "secret",
        typeKey: "waterSample",
        seed: 3,
        profile: { designFlow: 30_000, latitude: 31.2, longitude: 121.5 },
      },
    ],
  }),
);
const startMs = Date.UTC(2026, 4, 11, 3);
const base = "/sys/pk/WS-1/thing";

let platform: StandInPlatform;
let timing: ManualTiming;
let scheduler: Scheduler;
let device: SimulatedDevice;
let said: string[];
let keptFirst: number;

beforeEach(async () => {
  platform = await startStandInPlatform();
  timing = createManualTiming(startMs);
  scheduler = createScheduler(timing);
  said = [];
  keptFirst = 0;
  let announce = () => {};
  const kept = new Promise<void>((resolve) => {
    announce = resolve;
  });
  if (entry === undefined) throw new Error("no device");
  device = createSimulatedDevice({
    entry,
    seed: entry.seed,
    url: platform.url,
    reportInterval: null,
    capacity: 1000,
    scheduler,
    clock: createSimClock(timing.now, 1),
    onFirstKept: () => {
      keptFirst += 1;
      announce();
    },
    log: (sentence) => said.push(sentence),
  });
  device.start();
  await kept;
});

afterEach(async () => {
  await device.stop();
  scheduler.stop();
  await platform.stop();
});

test("connects with a signature of HMAC-SHA256, clean, and reports everything once", () => {
  const [connect] = platform.connects;
  if (connect === undefined) throw new Error("no CONNECT");
  const identity = readConnectIdentity(connect.clientId, connect.username);
  if (identity === null) throw new Error("not of the Alink shape");
  expect(identity).toMatchObject({ signMethod: "sha256", productKey: "pk", deviceName: "WS-1" });
  expect(isSignedBy(identity, connect.password, "secret")).toBe(true);
  expect(connect).toMatchObject({ clean: true, keepalive: 60 });
  const [first] = platform.received.filter(({ topic }) => topic.startsWith(base));
  expect(first).toMatchObject({ qos: 1, body: { method: "thing.event.property.post", version: "1.0" } });
  expect(Object.keys(paramsOf(first))).toHaveLength(30);
  expect(paramsOf(first)["boxTemp"]).toEqual({ value: expect.any(Number), time: startMs });
});

test("reports by its interval, with the device's own times", async () => {
  timing.advance(30_000);
  await platform.wait((message) => Number(message.body["id"]) >= 4);
  expect(keptFirst).toBe(1);
  const times = reportTimes();
  expect(times.slice(2).map((time, n) => time - (times[n + 1] ?? 0))).toEqual([10_000, 10_000]);
});

test("answers a service on its reply topic and echoes the id verbatim", async () => {
  platform.push(`${base}/service/rotateTo`, {
    id: "1|exp-topic|/sys/x",
    params: { index: 7 },
    method: "thing.service.rotateTo",
  });
  const reply = await platform.wait((message) => message.topic === `${base}/service/rotateTo_reply`);
  expect(reply.body).toEqual({
    id: "1|exp-topic|/sys/x",
    code: 200,
    data: { index: 7 },
    message: "success",
    method: "thing.service.rotateTo",
    version: "1.0",
  });
});

test("answers a synchronous call on rrpc/response, a number as id staying a number", async () => {
  platform.push("/sys/pk/WS-1/rrpc/request/abc", { id: 7, params: {}, method: "thing.service.selfTest" });
  const reply = await platform.wait((message) => message.topic === "/sys/pk/WS-1/rrpc/response/abc");
  expect(reply.body).toMatchObject({ id: 7, code: 200, data: { result: 1 } });
});

test("a grab is answered when it is done, after its event was posted", async () => {
  platform.push(`${base}/service/grab`, { id: "9", params: { volume: 100, rinses: 2 } });
  await platform.wait((message) => "workState" in paramsOf(message) && !("boxTemp" in paramsOf(message)));
  timing.advance(30_000);
  const reply = await platform.wait((message) => message.topic.endsWith("grab_reply"));
  const taken = await platform.wait((message) => message.topic.endsWith("sampleTaken/post"));
  expect(reply.body).toMatchObject({ id: "9", code: 200, data: { index: 1 } });
  expect(paramsOf(taken)).toMatchObject({ value: { trigger: "grab", into: "main" } });
});

test("sets and gets properties, refusing what is out of range", async () => {
  platform.push(`${base}/service/property/set`, { id: "1", params: { interval: 30 } });
  platform.push(`${base}/service/property/set`, { id: "2", params: { interval: 0 } });
  platform.push(`${base}/service/property/get`, { id: "3", params: ["interval"] });
  const set = (id: string) => (m: Received) => m.topic.endsWith("set_reply") && m.body["id"] === id;
  expect((await platform.wait(set("1"))).body).toMatchObject({ code: 200 });
  expect((await platform.wait(set("2"))).body).toMatchObject({
    code: 460,
    message: "interval must be a whole number from 1 to 1440.",
  });
  const got = await platform.wait((message) => message.topic.endsWith("get_reply"));
  expect(got.body).toMatchObject({ id: "3", data: { interval: 30 } });
  await platform.wait((message) => message.body["id"] !== "1" && "interval" in paramsOf(message));
});

test("synchronises its clock with the platform's", async () => {
  device.setFault("clockDrift", true);
  platform.push("/sys/pk/WS-1/rrpc/request/5", { id: "5", params: {}, method: "thing.service.syncTime" });
  const asked = await platform.wait((message) => message.topic === "/ext/ntp/pk/WS-1/request");
  const now = String(timing.now());
  const response = { ...asked.body, serverRecvTime: now, serverSendTime: now };
  platform.push("/ext/ntp/pk/WS-1/response", response);
  const reply = await platform.wait((message) => message.topic.endsWith("rrpc/response/5"));
  const offset = timing.now() - Number(asked.body["deviceSendTime"]);
  expect(Math.abs(offset)).toBeGreaterThan(300_000);
  expect(reply.body).toMatchObject({ code: 200, data: { offsetMs: offset } });
  const before = platform.received.length;
  timing.advance(10_000);
  const report = await platform.wait((m) => platform.received.indexOf(m) >= before && "flow" in paramsOf(m));
  expect(Math.abs(timeOf(report) - timing.now())).toBeLessThan(10_000);
});

test("offline it keeps what it measures and replays it in order, with its own times", async () => {
  device.setFault("offline", true);
  await platform.waitForEnding(1);
  expect(platform.endings).toEqual(["cut"]);
  const before = reportTimes().length;
  timing.advance(60_000);
  expect(reportTimes()).toHaveLength(before);
  device.setFault("offline", false);
  await platform.wait((m) => platform.connects.length === 2 && timeOf(m) === timing.now());
  const replayed = reportTimes().slice(before);
  expect(replayed).toHaveLength(7);
  expect([...replayed].sort((a, b) => a - b)).toEqual(replayed);
});

test("what was not confirmed is sent again after a reconnect", async () => {
  platform.manner.acks = false;
  platform.manner.code = null;
  timing.advance(10_000);
  const lost = await platform.wait((message) => Number(message.body["id"]) === 2);
  platform.cutAll();
  await platform.waitForEnding(1);
  Object.assign(platform.manner, { acks: true, code: 200 });
  const times = await reconnect(2);
  expect(times.filter((id) => id === lost.body["id"])).toHaveLength(2);
});

test("a post that the platform could not keep (429, 500) is sent again", async () => {
  platform.manner.code = 429;
  timing.advance(10_000);
  await platform.wait((message) => message.body["id"] === "2");
  await settled();
  platform.manner.code = 200;
  timing.advance(5000);
  await platform.wait(() => platform.received.filter(({ body }) => body["id"] === "2").length === 2);
});

test("a post that the platform refuses (460) is dropped, and reported", async () => {
  platform.manner.code = 460;
  timing.advance(10_000);
  await platform.wait((message) => message.body["id"] === "2");
  await settled();
  expect(said).toEqual(["A post was refused with code 460."]);
  platform.manner.code = 200;
  timing.advance(60_000);
  await platform.wait((message) => timeOf(message) > startMs + 55_000);
  expect(platform.received.filter(({ body }) => body["id"] === "2")).toHaveLength(1);
});

test("silent it answers but reports nothing; noReply it answers nothing", async () => {
  device.setFault("silent", true);
  const before = reportTimes().length;
  timing.advance(60_000);
  platform.push("/sys/pk/WS-1/rrpc/request/1", { id: "1", params: {}, method: "thing.service.selfTest" });
  await platform.wait((message) => message.topic.endsWith("rrpc/response/1"));
  expect(reportTimes()).toHaveLength(before);
  device.setFault("silent", false);
  device.setFault("noReply", true);
  platform.push("/sys/pk/WS-1/rrpc/request/2", { id: "2", params: {}, method: "thing.service.unlock" });
  timing.advance(120_000);
  await platform.wait((message) => timeOf(message) > startMs + 170_000);
  expect(platform.received.some((message) => message.topic.endsWith("rrpc/response/2"))).toBe(false);
  expect(platform.received.some((message) => message.topic.endsWith("doorOpened/post"))).toBe(false);
});

test("disabled it says so and holds its tongue until it is enabled", async () => {
  platform.push(`${base}/disable`, { id: "1", params: {}, method: "thing.disable" });
  await platform.wait((message) => message.topic === `${base}/disable_reply`);
  const before = reportTimes().length;
  timing.advance(60_000);
  await settled();
  expect(reportTimes()).toHaveLength(before);
  platform.push(`${base}/enable`, { id: "2", params: {}, method: "thing.enable" });
  await platform.wait((message) => reportTimes().indexOf(timeOf(message)) >= before);
});

test("shows why it is refused and comes back with a growing wait", async () => {
  platform.manner.connack = 5;
  platform.cutAll();
  await platform.waitForEnding(1);
  await settled();
  timing.advance(2000);
  await platform.waitForEnding(2);
  await settled();
  expect(said.at(-1)).toMatch(/Not authorized/);
  platform.manner.connack = 0;
  timing.advance(15_000);
  await platform.wait(() => platform.connects.length === 3);
});

test("stops with a DISCONNECT", async () => {
  await device.stop();
  await platform.waitForEnding(1);
  expect(platform.endings).toEqual(["disconnect"]);
});

test("refuses a fault it does not know with a sentence that lists those it knows", () => {
  expect(device.setFault("flood", true)).toMatch(/has no fault flood\. Available: noLiquid, .*noReply, /);
});

async function reconnect(count: number): Promise<unknown[]> {
  await settled();
  timing.advance(2000);
  await platform.wait((m) => platform.connects.length === count && timeOf(m) === timing.now());
  return platform.received.map((message) => message.body["id"]);
}

/** Lets what is on its way over the socket arrive. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function reportTimes(): number[] {
  return platform.received.filter((m) => m.topic.endsWith("property/post")).map(timeOf);
}

function timeOf(message: Received): number {
  for (const value of Object.values(paramsOf(message))) {
    if (typeof value === "object" && value !== null && "time" in value) return Number(value.time);
  }
  return 0;
}

function paramsOf(message: Received | undefined): Record<string, unknown> {
  const params = message?.body["params"];
  return typeof params === "object" && params !== null ? { ...params } : {};
}
