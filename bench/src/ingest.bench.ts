import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { startDeviceLoad } from "./device-load.ts";
import { printFigure } from "./figure.ts";
import { startPlatform } from "./platform-process.ts";

/**
 * B1 and B2: messages from device sockets into the database, each with 3 values, QoS 1 and `post_reply`, committed
 * before the reply; the generator runs on the same cores. Then the write path alone alongside one long binary COPY.
 * The peer of B1 is ThingsBoard's published 5,000 msg/s at 95 % of 2 vCPU.
 */
const { values: given } = parseArgs({
  options: {
    devices: { type: "string", default: "5000" },
    seconds: { type: "string", default: "600" },
    window: { type: "string", default: "4" },
    rows: { type: "string", default: "600000" },
  },
});
const seconds = Number(given.seconds);
const thingsBoard = 5000;
/** Of the server's memory, over the whole time. */
const samples = 60;

const platform = await startPlatform(Number(given.devices));
try {
  const load = await startDeviceLoad({
    mqtt: platform.mqtt,
    devices: platform.devices,
    window: Number(given.window),
  });
  await wait(5);
  const before = { count: load.acknowledged(), at: performance.now(), cpu: await platform.cpuSeconds() };
  // A heap under load is a saw: one sample of it says nothing of whether it grows.
  const memory: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    await wait(seconds / samples);
    memory.push((await platform.residentMegabytes()).server);
  }
  const after = { count: load.acknowledged(), at: performance.now(), cpu: await platform.cpuSeconds() };
  await load.finish();
  const messages = after.count - before.count;
  const perMillion = (used: number) => (used / messages) * 1e6;
  const server = after.cpu.server - before.cpu.server;
  const store = after.cpu.store - before.cpu.store;
  const rate = messages / ((after.at - before.at) / 1000);
  printFigure({ name: "ingest, messages of 3 values", value: round(rate), unit: "msg/s", peer: thingsBoard });
  printFigure({
    name: "ingest, CPU of server and store",
    value: round(perMillion(server + store)),
    unit: "CPU-s per million msg",
    peer: 100,
  });
  printFigure({
    name: "ingest, CPU of the server",
    value: round(perMillion(server)),
    unit: "CPU-s per million msg",
    peer: null,
  });
  printFigure({
    name: "ingest, CPU of the store",
    value: round(perMillion(store)),
    unit: "CPU-s per million msg",
    peer: null,
  });
  printFigure({ name: "ingest, refused", value: load.refused(), unit: "msg", peer: null });
  printFigure({
    name: "ingest, posted but not acknowledged",
    value: load.posted() - load.acknowledged(),
    unit: "msg",
    peer: null,
  });
  printFigure({
    name: "ingest, memory of the server in the last quarter, beside the second",
    value: round(medianOfQuarter(memory, 3)),
    unit: "MB",
    peer: round(medianOfQuarter(memory, 1)),
  });
  const missing = await countMissing(load.postedEach());
  printFigure({
    name: "ingest, values of 50 devices that are not stored",
    value: missing,
    unit: "values",
    peer: null,
  });
  load.close();
} finally {
  await platform.stop();
}

const measured = spawn(process.execPath, ["server/dist/main.js", "measure-write", "--rows", given.rows], {
  env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn" },
  stdio: ["ignore", "pipe", "inherit"],
});
const output: string[] = [];
measured.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
const [code] = await once(measured, "close");
if (code !== 0) throw new Error(`the measure of the write path ended with code ${code}`);
const rates: { written: number; copied: number } = JSON.parse(output.join(""));
printFigure({
  name: "write path, deduplicated, latest included",
  value: round(rates.written),
  unit: "rows/s",
  peer: round(rates.copied),
});

/** Values that some of the devices posted and the database does not have, as the series of each of them reports. */
async function countMissing(posted: readonly number[]): Promise<number> {
  const login = await ask("/login", { username: "admin", password: platform.adminPassword });
  const headers = { authorization: `Bearer ${login["token"]}` };
  const span = `begin=${Date.now() - 86_400_000}&end=${Date.now() + 3_600_000}`;
  let missing = 0;
  for (const [place, device] of platform.devices.entries()) {
    if (place >= 50) break;
    const query = `/v2/admin/device/waterSample/list?pageSize=1&keyword=${device.deviceName}`;
    const [row] = (await ask(query, null, headers))["rows"] as { id: number }[];
    const path = `/v2/admin/data/telemetry/series?deviceId=${row?.id}&identifiers=boxTemp,flow,ph&${span}`;
    const series = (await ask(path, null, headers))["data"] as { count: number }[];
    missing += 3 * (posted[place] ?? 0) - series.reduce((sum, { count }) => sum + count, 0);
  }
  return missing;
}

async function ask(path: string, body: object | null, headers: Record<string, string> = {}) {
  const answer = await fetch(`${platform.http}/prod-api${path}`, {
    headers: { ...headers, "content-type": "application/json" },
    ...(body === null ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const read = (await answer.json()) as Record<string, unknown>; // every answer has the envelope
  if (read["code"] !== 200) throw new Error(`${path}: ${JSON.stringify(read).slice(0, 200)}`);
  return read;
}

function wait(s: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, s * 1000));
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

function medianOfQuarter(values: readonly number[], quarter: number): number {
  const size = values.length / 4;
  const own = values.slice(quarter * size, (quarter + 1) * size).sort((a, b) => a - b);
  return own[own.length >> 1] ?? Number.NaN;
}
