import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { startNeighbours } from "../support/neighbours.ts";
import { startPlatform } from "../support/platform-process.ts";
import { startRoughDevices } from "../support/rough-devices.ts";

/**
 * "Unchanged" as a number: the median of the neighbours' p99 over the rounds alongside a flood, rubbish and a
 * trespasser is at most this many times the median over the rounds without them. Below a few milliseconds a ratio
 * reports nothing.
 */
const maxRatio = 1.5;
const minMs = 5;
const rounds = 5;
const roundMs = 12_000;
const devices = 40;

test("R8: a device that floods, one that sends rubbish and one that trespasses leave the others' p99 as it was", async () => {
  const platform = await startPlatform({ seed: { devices: devices + 3 } });
  const [flooder, littering, trespasser, ...good] = platform.devices;
  const [neighbour] = good;
  if (!flooder || !littering || !trespasser || !neighbour) throw new Error("too few devices were seeded");
  const neighbours = await startNeighbours(platform.mqtt, good, 200);
  await wait(roundMs);
  await neighbours.take();
  const alone: number[] = [];
  const alongside: number[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(p99Of(await during(async () => wait(roundMs))));
    const rough = startRoughDevices(platform.mqtt, [flooder, littering, trespasser], neighbour);
    // The burst that a device is allowed is behind it.
    await wait(2000);
    alongside.push(p99Of(await during(async () => wait(roundMs))));
    rough.stop();
    expect(rough.sent.flood).toBeGreaterThan(1500);
    // Who is cut off comes back slowly, so what it does is little.
    expect(rough.sent.rubbish).toBeGreaterThan(10);
    expect(rough.cutOff).toBeGreaterThan(5);
    await wait(1000);
  }
  const [still, rough] = [median(alone), median(alongside)];
  process.stdout.write(
    `R8: p99 ${still.toFixed(2)} ms alone (${list(alone)}), ${rough.toFixed(2)} ms beside (${list(alongside)}), ` +
      `ratio ${(rough / still).toFixed(2)}\n`,
  );
  expect(rough).toBeLessThanOrEqual(maxRatio * Math.max(still, minMs));

  async function during(work: () => Promise<void>): Promise<number[]> {
    await neighbours.take();
    await work();
    return neighbours.take();
  }
});

function p99Of(times: readonly number[]): number {
  expect(times.length).toBeGreaterThan(1000);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function list(values: readonly number[]): string {
  return values.map((value) => value.toFixed(1)).join(", ");
}
