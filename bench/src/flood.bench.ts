import { parseArgs } from "node:util";
import { startDeviceLoad } from "./device-load.ts";
import { printFigure } from "./figure.ts";
import { startPlatform } from "./platform-process.ts";

/**
 * R8: how long posts of well-behaved devices wait while one device floods as fast as its socket takes it. Rounds with
 * and without the flood take turns; the peer is the median p99 of the rounds without it, and the ratio is the figure.
 */
const { values: given } = parseArgs({
  options: {
    devices: { type: "string", default: "100" },
    everyMs: { type: "string", default: "200" },
    seconds: { type: "string", default: "20" },
    rounds: { type: "string", default: "5" },
  },
});

const platform = await startPlatform(Number(given.devices) + 1);
try {
  const [flooder, ...devices] = platform.devices;
  if (flooder === undefined) throw new Error("no device was seeded");
  const { mqtt } = platform;
  const neighbours = await startDeviceLoad({ mqtt, devices, window: 4, everyMs: Number(given.everyMs) });
  await wait(10);
  const alone: number[] = [];
  const alongside: number[] = [];
  let flooded = 0;
  for (let round = 0; round < Number(given.rounds); round++) {
    alone.push(await p99Of(neighbours));
    const flood = await startDeviceLoad({ mqtt, devices: [flooder], window: 2000 });
    await wait(2);
    const before = flood.acknowledged();
    alongside.push(await p99Of(neighbours));
    flooded += flood.acknowledged() - before;
    flood.close();
    await wait(2);
  }
  await neighbours.finish();
  neighbours.close();
  const perSecond = flooded / (Number(given.rounds) * Number(given.seconds));
  print("a flood beside others: taken from the one that floods", perSecond, "msg/s", null);
  print("a flood beside others: the others' posts, p99", median(alongside), "ms", median(alone));
} finally {
  await platform.stop();
}

async function p99Of(load: Awaited<ReturnType<typeof startDeviceLoad>>): Promise<number> {
  load.takeWaits();
  await wait(Number(given.seconds));
  const waits = load.takeWaits();
  return waits[Math.floor(waits.length * 0.99)] ?? 0;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function print(name: string, value: number, unit: string, peer: number | null): void {
  const round = (figure: number) => Number(figure.toPrecision(4));
  printFigure({ name, value: round(value), unit, peer: peer === null ? null : round(peer) });
}
