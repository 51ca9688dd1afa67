import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { serverProgram } from "../../tools/run/server-program.mjs";
import { makeExternalStore } from "./external-store.ts";

/** A platform started for one bench, on a folder of its own and free ports; everything is gone after `stop`. */
export type PlatformProcess = {
  dataDir: string;
  http: string;
  mqtt: URL;
  adminPassword: string;
  /** CPU seconds that the server and its store have used so far. */
  cpuSeconds(): Promise<{ server: number; store: number }>;
  residentMegabytes(): Promise<{ server: number; store: number }>;
  /** Of the database, whose processes share most of their memory: each page counted once. */
  storeMegabytes(): Promise<number>;
  pid: number;
  stop(): Promise<void>;
};

export type Credentials = { productKey: string; deviceName: string; deviceSecret: string };

const program = "server/dist/main.js";
const lifeline = ["--import", "./tools/run/lifeline.mjs"];
const adminPassword = "bench-only-never-reachable";

/** Makes a platform with this many devices, and whatever else the seed makes, and starts it. */
export async function startPlatform(
  devices: number,
  more: readonly string[] = [],
  nodeOptions: readonly string[] = [],
): Promise<PlatformProcess & { devices: Credentials[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), "tracewater-bench-"));
  const external = await makeExternalStore();
  const env = {
    ...process.env,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    HTTP_PORT: "0",
    MQTT_PORT: "0",
    CAPTCHA: "off",
    // A whole fleet, and all who look at it, come from this one address.
    HTTP_CONNECTIONS_PER_ADDRESS: "10000",
    HTTP_CONNECTIONS: "10000",
    MQTT_CONNECTIONS_PER_ADDRESS: "100000",
    LOG_LEVEL: "warn",
    ADMIN_PASSWORD: adminPassword,
  };
  const credentials = await seed(dataDir, devices, more, env);
  // Its stdin is a pipe from here: anyone who ends a bench ends its platform.
  const options = [...lifeline, ...profiling(), ...nodeOptions];
  const server = spawn(process.execPath, [...options, ...serverProgram()], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ready = await readReady(server);
  return {
    dataDir,
    http: ready.http,
    mqtt: new URL(ready.mqtt),
    adminPassword,
    devices: credentials,
    cpuSeconds: async () =>
      sumOf(server, external?.postmaster ?? (await findPostmaster(dataDir)), readCpuSeconds),
    residentMegabytes: async () =>
      sumOf(server, external?.postmaster ?? (await findPostmaster(dataDir)), readMegabytes),
    storeMegabytes: async () => sumOfStore(external?.postmaster ?? (await findPostmaster(dataDir))),
    pid: server.pid ?? 0,
    async stop() {
      server.kill("SIGTERM");
      await once(server, "exit");
      await external?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** With PROFILE_DIR the server leaves a CPU profile there when it ends; its figures are then not to be kept. */
function profiling(): string[] {
  const folder = process.env["PROFILE_DIR"];
  return folder === undefined ? [] : ["--cpu-prof", "--cpu-prof-dir", folder];
}

async function seed(
  dataDir: string,
  devices: number,
  more: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Credentials[]> {
  const args = [program, "seed", "--devices", String(devices), "--points", "20", ...more];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "ignore"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the seed ended with code ${code}`);
  const read: { devices: Credentials[] } = JSON.parse(await readFile(join(dataDir, "fleet.json"), "utf8"));
  return read.devices;
}

async function readReady(server: ChildProcess): Promise<{ http: string; mqtt: string }> {
  if (server.stdout === null) throw new Error("the server has no output");
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith("ready ")) return JSON.parse(line.slice("ready ".length));
  }
  throw new Error("the server ended before it was ready");
}

/** Of a store, its postmaster is one process, and its workers are that one's children. */
async function sumOf(
  server: ChildProcess,
  postmaster: string,
  read: (stat: string[]) => number,
): Promise<{ server: number; store: number }> {
  const stats = await readAllStats();
  const own = stats.filter((stat) => stat[0] === String(server.pid));
  const store = stats.filter((stat) => stat[0] === postmaster || stat[3] === postmaster);
  const sum = (list: string[][]) => list.reduce((total, stat) => total + read(stat), 0);
  return { server: sum(own), store: sum(store) };
}

/** The kernel shares each page out among those that map it (proc(5), smaps_rollup). */
async function sumOfStore(postmaster: string): Promise<number> {
  const stats = await readAllStats();
  let kilobytes = 0;
  for (const stat of stats.filter((one) => one[0] === postmaster || one[3] === postmaster)) {
    const text = await readFile(`/proc/${stat[0]}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

async function findPostmaster(dataDir: string): Promise<string> {
  for (const file of await readdir(dataDir, { recursive: true })) {
    if (file.endsWith("postmaster.pid"))
      return (await readFile(join(dataDir, file), "utf8")).split("\n")[0] ?? "";
  }
  throw new Error("the store's postmaster is not under the data folder");
}

/** proc(5): pid, name, state, ppid, ...; the name may hold spaces and is in brackets. */
async function readAllStats(): Promise<string[][]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")));
  return texts
    .filter((text) => text !== "")
    .map((text) => [
      text.slice(0, text.indexOf(" ")),
      "",
      ...text.slice(text.lastIndexOf(")") + 2).split(" "),
    ]);
}

/** Fields 14 and 15 are user and system time in ticks of 10 ms, 16 and 17 those of children that ended. */
function readCpuSeconds(stat: string[]): number {
  return [13, 14, 15, 16].reduce((sum, field) => sum + Number(stat[field]), 0) / 100;
}

/** Field 24 is the resident set in pages of 4 kB. */
function readMegabytes(stat: string[]): number {
  return (Number(stat[23]) * 4096) / 1024 / 1024;
}
