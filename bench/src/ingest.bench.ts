import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { startDeviceLoad } from "./device-load.ts";
import { printFigure } from "./figure.ts";
import { startPlatform } from "./platform-process.ts";

/**
 * B1 and B2: messages from device sockets into the store, each with 3 values, QoS 1 and `post_reply`, committed
 * before the reply; the generator runs on the same cores. Then the write path alone beside one long binary COPY.
 * The peer of B1 is ThingsBoard's published 5,000 msg/s at 95 % of 2 vCPU.
 */
const { values: given } = parseArgs({
  options: {
    devices: { type: "string", default: "1000" },
    seconds: { type: "string", default: "20" },
    window: { type: "string", default: "4" },
    rows: { type: "string", default: "600000" },
  },
});
const seconds = Number(given.seconds);
const thingsBoard = 5000;

const platform = await startPlatform(Number(given.devices));
try {
  const load = await startDeviceLoad({
    mqtt: platform.mqtt,
    devices: platform.devices,
    window: Number(given.window),
  });
  await wait(5);
  const before = { count: load.acknowledged(), at: performance.now(), cpu: await platform.cpuSeconds() };
  await wait(seconds);
  const after = { count: load.acknowledged(), at: performance.now(), cpu: await platform.cpuSeconds() };
  const memory = await platform.residentMegabytes();
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
  printFigure({ name: "ingest, memory of the server", value: round(memory.server), unit: "MB", peer: null });
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

function wait(s: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, s * 1000));
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
