import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printFigure } from "./figure.ts";
import { findServer, processTimes } from "./process-times.ts";

/**
 * B12: what a demo costs that nobody looks at: CPU of the server and of its embedded database over five minutes, ten
 * minutes after the ready line, as a share of one core. The fleet's own share is printed next to it. Goal: 3 %.
 */
const { values: given } = parseArgs({
  options: {
    /** Minutes from the ready line to the first look, and between the two looks. */
    after: { type: "string", default: "10" },
    over: { type: "string", default: "5" },
  },
});
const goalPercent = 3;

const dataDir = await mkdtemp(join(tmpdir(), "tracewater-bench-"));
const env = { ...process.env, DATA_DIR: dataDir, HTTP_PORT: "0", MQTT_PORT: "0" };
const demo = spawn(process.execPath, ["tools/run/demo.mjs"], { env, stdio: ["ignore", "pipe", "inherit"] });
const ended = once(demo, "close");
try {
  await readReady();
  await wait(Number(given.after) * 60_000);
  const server = await findServer(demo.pid ?? 0);
  const before = await processTimes(server);
  const began = performance.now();
  await wait(Number(given.over) * 60_000);
  const after = await processTimes(server);
  const seconds = (performance.now() - began) / 1000;
  const share = (part: "server" | "store" | "others") => ((after[part] - before[part]) / seconds) * 100;
  const print = (name: string, value: number, peer: number | null) =>
    printFigure({ name: `B12 ${name}`, value: Number(value.toPrecision(3)), unit: "% of a core", peer });
  print("idle demo, server and database", share("server") + share("store"), goalPercent);
  print("idle demo, server alone", share("server"), null);
  print("idle demo, database alone", share("store"), null);
  print("idle demo, its simulated fleet and camera", share("others"), null);
} finally {
  demo.kill("SIGTERM");
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}

async function readReady(): Promise<void> {
  for await (const line of createInterface({ input: demo.stdout })) {
    if (!line.startsWith("ready {")) continue;
    demo.stdout.resume();
    return;
  }
  throw new Error("the demo ended before it was ready");
}
