import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { realtime } from "@tracewater/contract/fleet/realtime";
import { expect, test } from "vitest";
import { openApi } from "../support/api-client.ts";
import { startLargeSender, startSilentCrowd, startStreamCrowd } from "../support/attackers.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { startNeighbours } from "../support/neighbours.ts";
import { startPlatform } from "../support/platform-process.ts";
import { connectDevice } from "../support/raw-device.ts";
import { balance, nothingWrong, startFleet } from "../support/reporting-fleet.ts";

const neighbourCount = 20;
const senders = 3;
const rounds = 9;
const roundMs = 10_000;
/** Below a few milliseconds a ratio reports nothing. */
const minMs = 5;

test("20,000 silent connections, 800 live streams of one user and three devices with messages of 250 kB leave the platform as it was", async () => {
  const platform = await startPlatform({
    seed: { devices: neighbourCount + senders + 2 },
    // The device that posts as fast as it is acknowledged is to be slowed by the attack alone.
    env: { DEVICE_RATE: "5000" },
  });
  const [lone, late, ...others] = platform.devices;
  if (lone === undefined || late === undefined) throw new Error("too few devices were seeded");
  const neighbours = await startNeighbours(platform.mqtt, others.slice(senders), 200);
  const health = watchHealth(platform.http);
  const fleet = startFleet([lone], () => platform.mqtt);
  await wait(roundMs);

  const rest = await measure(() => neighbours.take());
  const healthAtRest = health.take();

  const crowds = [
    await startSilentCrowd(platform.http, { connections: 10_000, addresses: 40, net: 101 }),
    await startSilentCrowd(platform.mqtt, { connections: 10_000, addresses: 40, net: 102 }),
  ];
  const api = await openApi(platform.http);
  const streams = await startStreamCrowd(`${platform.http}/prod-api${realtime.path}?topics=alarms`, {
    authorization: api.authorization(),
    streams: 800,
    addresses: 40,
    net: 103,
  });
  const large = await Promise.all(
    others.slice(0, senders).map((one) => startLargeSender(platform.mqtt, one)),
  );
  const healthAtOnset = health.take();
  await neighbours.take();
  const attacked = await measure(() => neighbours.take());
  const healthAttacked = health.take();
  const memory = await memoryOf(platform.pid);

  // Anyone who comes now is let in.
  await connectDevice(platform.mqtt, late);
  const visitor = await fetch(`${platform.http}/readyz`, { headers: { connection: "close" } });
  expect(visitor.status).toBe(200);
  const asked: { open: number; refused: number; broken: number } = JSON.parse(await streams.stop());
  const stillOpen = await Promise.all(crowds.map((one) => one.stop()));
  const sent = (await Promise.all(large.map((one) => one.stop()))).map(
    (line): { bytes: number; acknowledged: number } => JSON.parse(line),
  );
  await fleet.finish();
  const view = await openDatabaseView(platform);
  const found = await balance(fleet, view);
  const stored = await countLarge();

  const megabytes = sent.reduce((sum, one) => sum + one.bytes, 0) / 1e6;
  const acknowledged = sent.reduce((sum, one) => sum + one.acknowledged, 0);
  process.stdout.write(
    `Attacks: still open ${stillOpen.map((line) => line.split(" ")[1]).join(" (http) and ")} (mqtt) of 10,000 each; ` +
      `of 800 streams ${asked.open} open, ${asked.refused} answers with a refusal, ${asked.broken} without one; ` +
      `large messages ${megabytes.toFixed(0)} MB taken, ${acknowledged} acknowledged, ${stored} stored; ` +
      `memory ${memory.now} MB, at most ${memory.peak} MB; /healthz p99 ${p99(healthAtRest).toFixed(1)} ms at rest, ` +
      `${p99(healthAtOnset).toFixed(1)} ms at the onset, ${p99(healthAttacked).toFixed(1)} ms attacked; neighbours' p99 ` +
      `${list(rest)} ms at rest, ${list(attacked)} ms attacked; ${found.pubacks} posts of another device, ` +
      `${found.lost} lost\n`,
  );
  expect(asked.open).toBe(20);
  expect(asked.refused + asked.broken).toBeGreaterThanOrEqual(780);
  expect(found).toMatchObject(nothingWrong);
  expect(health.failures).toEqual([]);
  expect(stored).toBeGreaterThanOrEqual(acknowledged);
  expect(memory.peak).toBeLessThan(500);
  expect(p99(healthAttacked)).toBeLessThan(200);
  expect(p99(healthAtOnset)).toBeLessThan(200);
  expect(median(attacked)).toBeLessThan(2 * Math.max(minMs, median(rest)));
  await fleet.close();

  async function countLarge(): Promise<number> {
    const [counted] = await view.rows<{ count: number }>(
      "select count(*)::int as count from message_log m where direction = 1 and payload ? 'padding'",
    );
    return counted?.count ?? 0;
  }
});

/** The p99 of each round. */
async function measure(take: () => Promise<number[]>): Promise<number[]> {
  await take();
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await wait(roundMs);
    found.push(p99(await take()));
  }
  return found;
}

/** Asks `/healthz` twenty times a second; the milliseconds of each answer, lowest first. */
function watchHealth(http: string) {
  let times: number[] = [];
  const failures: string[] = [];
  let isOver = false;
  const ask = async () => {
    const began = performance.now();
    const { status } = await fetch(`${http}/healthz`);
    if (status !== 200) throw new Error(`/healthz answered ${status}`);
    times.push(performance.now() - began);
  };
  const note = (error: Error) => isOver || failures.push(String(error.cause ?? error));
  const timer = setInterval(() => void ask().catch(note), 50);
  const stop = () => {
    isOver = true;
    clearInterval(timer);
  };
  cleanUpLater(stop);
  return {
    failures,
    take(): number[] {
      const taken = times.sort((a, b) => a - b);
      times = [];
      return taken;
    },
  };
}

/** Resident memory of the server in megabytes, now and at most. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) / 1024);
  return { now: read("VmRSS"), peak: read("VmHWM") };
}

function p99(times: readonly number[]): number {
  expect(times.length).toBeGreaterThan(0);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function list(values: readonly number[]): string {
  return values.map((value) => value.toFixed(1)).join(", ");
}
