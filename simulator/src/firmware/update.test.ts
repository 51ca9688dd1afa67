import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCredentials } from "../credentials-file.ts";
import { createScheduler, type Scheduler } from "../scheduler.ts";
import { createSimClock } from "../sim-clock.ts";
import { createSimulatedDevice, type SimulatedDevice } from "../simulated-device.ts";
import { type FileServer, startFileServer } from "../testing/file-server.ts";
import { createManualTiming, type ManualTiming } from "../testing/manual-timing.ts";
import { type Received, type StandInPlatform, startStandInPlatform } from "../testing/stand-in-platform.ts";
import { type InstalledVersions, openInstalledVersions } from "./installed-versions.ts";

const file = Buffer.alloc(200_000, "firmware 3");
const inform = "/ota/device/inform/pk/D-1";
const progress = "/ota/device/progress/pk/D-1";
const families = [
  ["waterSample", "WS-2.4.1"],
  ["liquidExtract", "LE-1.8.0"],
  ["handFastDetector", "HF-3.1.2"],
  ["evidenceBox", "EB-2.0.5"],
  ["mass", "MS-6.2.0"],
] as const;

let platform: StandInPlatform;
let files: FileServer;
let timing: ManualTiming;
let scheduler: Scheduler;
let device: SimulatedDevice | null = null;

beforeEach(async () => {
  platform = await startStandInPlatform();
  files = await startFileServer(file);
  timing = createManualTiming(Date.UTC(2026, 4, 11, 3));
  scheduler = createScheduler(timing);
});

afterEach(async () => {
  await device?.stop();
  scheduler.stop();
  await files.stop();
  await platform.stop();
});

test.each(families)(
  "%s takes an upgrade from %s: in parts, restarts, shows what it runs",
  async (typeKey, from) => {
    await start(typeKey);
    expect(versions()).toEqual([from]);
    offer();
    await passUntil(() => versions().length === 2);
    expect(files.ranges.length).toBeGreaterThan(10);
    expect(files.ranges.slice(0, 2)).toEqual(["bytes=0-9999", "bytes=10000-19999"]);
    const steps = reports().map(({ step }) => Number(step));
    expect(steps.at(-1)).toBe(100);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(versions()).toEqual([from, "3.0.0"]);
    expect([platform.connects.length, platform.endings]).toEqual([2, ["disconnect"]]);
    // Its property follows with the first full report.
    await passUntil(() => propertyOf("firmware") === "3.0.0");
  },
);

test("a device whose program starts again runs what it was upgraded to, also after a line that was cut off", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tw-firmware-"));
  const path = join(folder, "fleet.json.firmware");
  const open = () => openInstalledVersions(path, (sentence) => expect.unreachable(sentence));
  await writeFile(path, '["D-1","2.9');
  await start("waterSample", open());
  offer();
  await passUntil(() => versions().length === 2);
  await device?.stop();
  await start("waterSample", open());
  await passUntil(() => versions().length === 3);
  expect(versions()).toEqual(["WS-2.4.1", "3.0.0", "3.0.0"]);
  await rm(folder, { recursive: true });
});

test("a file of upgrades that can be neither read nor written is reported, and the upgrade is done all the same", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tw-firmware-"));
  const said: string[] = [];
  await start(
    "waterSample",
    openInstalledVersions(folder, (sentence) => said.push(sentence)),
  );
  offer();
  await passUntil(() => versions().length === 2);
  expect(versions()).toEqual(["WS-2.4.1", "3.0.0"]);
  expect(said).toEqual([
    expect.stringMatching(/^The firmware of upgraded devices cannot be read: EISDIR/),
    expect.stringMatching(/^The firmware of D-1 cannot be kept: EISDIR/),
  ]);
  await rm(folder, { recursive: true });
});

test("a download that breaks goes on at the byte where it broke", async () => {
  await start();
  device?.setFault("brokenDownload", true);
  offer();
  await passUntil(() => versions().includes("3.0.0"));
  expect(files.ranges.filter((range) => range === "bytes=80000-89999")).toHaveLength(1);
  expect(files.ranges).toContain("bytes=85000-94999");
  expect(Math.min(...reports().map(({ step }) => Number(step)))).toBeGreaterThan(0);
});

test("a file whose digest is another is refused, and the old version goes on", async () => {
  await start();
  device?.setFault("corruptDownload", true);
  offer();
  await passUntil(() => reports().some(({ step }) => step === "-3"));
  expect(reports().at(-1)).toEqual({ step: "-3", desc: "The digest does not match the file." });
  await pass(20);
  expect([versions(), platform.connects.length]).toEqual([["WS-2.4.1"], 1]);
});

test("a file that became another on the way starts over", async () => {
  await start();
  const next = Buffer.alloc(file.length, "FIRMWARE 4");
  offer({ sign: sha256(next) });
  await passUntil(() => files.ranges.length > 5);
  files.manner.file = next;
  await passUntil(() => versions().includes("3.0.0"));
});

test.each([
  [404, 1],
  [503, 6],
])("a file that is not to be had (HTTP %i) is a failure after %i tries", async (status, tries) => {
  await start();
  files.manner.status = status;
  offer();
  await passUntil(() => reports().some(({ step }) => step === "-2"));
  expect(reports().at(-1)).toMatchObject({ step: "-2", desc: expect.stringContaining(String(status)) });
  expect(files.ranges).toHaveLength(tries);
});

test("reported again it goes on; reported of what it runs it says so; a module it has not is refused", async () => {
  await start();
  offer();
  await passUntil(() => files.ranges.length === 5);
  offer();
  await passUntil(() => versions().includes("3.0.0"));
  expect(files.ranges.filter((range) => range?.startsWith("bytes=0-"))).toHaveLength(1);
  offer();
  await passUntil(() => versions().length === 3);
  offer({ module: "modem" });
  await passUntil(() => reports().some((one) => one["module"] === "modem"));
  expect(reports().at(-1)).toEqual({ step: "-1", desc: "Unknown module modem.", module: "modem" });
});

test("a boot that fails comes back with the old version", async () => {
  await start();
  device?.setFault("failedBoot", true);
  offer();
  await passUntil(() => versions().length === 2);
  expect(versions()).toEqual(["WS-2.4.1", "WS-2.4.1"]);
});

test("what is no reporting of an upgrade is reported and changes nothing", async () => {
  const said = await start();
  platform.push("/ota/device/upgrade/pk/D-1", {
    id: "1",
    code: "1000",
    data: { version: "3", url: "file:///etc" },
  });
  await passUntil(() => said.length > 0);
  expect(said).toEqual(["An upgrade is not of the Alink shape."]);
});

async function start(typeKey = "waterSample", installed?: InstalledVersions): Promise<string[]> {
  const profile = { designFlow: 30_000, latitude: 31.2, longitude: 121.5 };
  const identity = { productKey: "pk", deviceName: "D-1", deviceSecret: "secret" };
  const [entry] = readCredentials(JSON.stringify({ devices: [{ ...identity, typeKey, seed: 3, profile }] }));
  if (entry === undefined) throw new Error("no device");
  const said: string[] = [];
  device = createSimulatedDevice({
    entry,
    seed: entry.seed,
    url: platform.url,
    reportInterval: null,
    capacity: 1000,
    scheduler,
    clock: createSimClock(timing.now, 1),
    ...(installed === undefined ? {} : { installed }),
    onFirstKept: () => {},
    log: (sentence) => said.push(sentence),
  });
  device.start();
  await platform.wait(({ topic }) => topic === inform);
  return said;
}

function offer(changes: Record<string, unknown> = {}): void {
  const { url } = files;
  const data = {
    size: file.length,
    version: "3.0.0",
    url,
    sign: sha256(file),
    signMethod: "SHA256",
    ...changes,
  };
  platform.push("/ota/device/upgrade/pk/D-1", { id: "1", code: "1000", message: "success", data });
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Lets sockets and the device's own time go on until something is so. */
async function passUntil(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn++) {
    if (turn > 20_000) throw new Error(`It never came to it: ${JSON.stringify(reports())}`);
    await pass(1);
  }
}

async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    for (let loop = 0; loop < 5; loop++) await new Promise((resolve) => setImmediate(resolve));
    timing.advance(100);
  }
}

function reports(): Record<string, unknown>[] {
  return platform.received.filter(({ topic }) => topic === progress).map(paramsOf);
}

function versions(): unknown[] {
  return platform.received.filter(({ topic }) => topic === inform).map((one) => paramsOf(one)["version"]);
}

function propertyOf(name: string): unknown {
  const posts = platform.received.filter(({ topic }) => topic.endsWith("property/post"));
  const last = posts.map((one) => paramsOf(one)[name]).findLast((one) => one !== undefined);
  return typeof last === "object" && last !== null && "value" in last ? last.value : undefined;
}

function paramsOf({ body }: Received): Record<string, unknown> {
  const { params } = body;
  return typeof params === "object" && params !== null ? { ...params } : {};
}
