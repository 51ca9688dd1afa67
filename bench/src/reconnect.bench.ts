import { parseArgs } from "node:util";
import { printFigure } from "./figure.ts";
import { createIdleDevices } from "./idle-devices.ts";
import { askInThread, startAsking } from "./list-asker.ts";
import { startPlatform } from "./platform-process.ts";
import { fetchToken } from "./timed-calls.ts";

/**
 * B6: all devices lose their connection and knock again in the same moment, each with its HMAC, while a browser goes
 * on asking for its list. Peers: the goals of 8 s and 500 ms. The knocking shares the cores with what it measures.
 */
const { values: given } = parseArgs({
  options: {
    devices: { type: "string", default: "10000" },
    rounds: { type: "string", default: "3" },
  },
});
const count = Number(given.devices);
const goalS = 8;
const goalHttpMs = 500;

if (!(await askInThread())) await measure();

async function measure(): Promise<void> {
  const platform = await startPlatform(count);
  const devices = createIdleDevices(platform.mqtt, platform.devices);
  try {
    const token = await fetchToken(platform);
    await devices.connectAll(120_000);
    const slowest: number[] = [];
    const halves: number[] = [];
    const asked: number[] = [];
    for (let round = 0; round < Number(given.rounds); round++) {
      await wait(3000);
      const browser = startAsking(
        `${platform.http}/prod-api/v2/admin/device/waterSample/list?pageSize=20`,
        token,
      );
      await wait(500);
      devices.breakAll();
      const cpu = await platform.cpuSeconds();
      const times = await devices.connectAll(120_000);
      const after = await platform.cpuSeconds();
      asked.push(...(await browser.stop()));
      slowest.push(times.at(-1) ?? 0);
      halves.push(times[Math.floor(times.length / 2)] ?? 0);
      print(
        "reconnects, CPU of server and store",
        after.server + after.store - cpu.server - cpu.store,
        "s",
        null,
      );
    }
    asked.sort((a, b) => a - b);
    print(`${count} reconnects at once, all back, slowest round`, Math.max(...slowest) / 1000, "s", goalS);
    print(`${count} reconnects at once, half of them back`, Math.max(...halves) / 1000, "s", null);
    print("list over HTTP meanwhile, p99", asked[Math.floor(asked.length * 0.99)] ?? 0, "ms", goalHttpMs);
    print("list over HTTP meanwhile, asked", asked.length, "calls", null);
  } finally {
    devices.close();
    await platform.stop();
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function print(name: string, value: number, unit: string, peer: number | null): void {
  printFigure({ name, value: Number(value.toPrecision(4)), unit, peer });
}
