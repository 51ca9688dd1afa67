import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { printFigure } from "./figure.ts";
import { startPlatform } from "./platform-process.ts";
import { ask, makeScoped } from "./scoped-person.ts";
import { percentile } from "./timed-calls.ts";

/**
 * B3: the list of devices with its filters, its counts and a page of 20 over HTTP, in the session of a user whose data
 * scope is one of two units. Peers: the same statements through pg without HTTP, session and envelope (goal 3x at the
 * 99th percentile), and the same list over a tenth of the devices (goal 1.5x).
 */
const { values: given } = parseArgs({
  options: {
    devices: { type: "string", default: "100000" },
    rounds: { type: "string", default: "300" },
  },
});
const many = Number(given.devices);
const names = ["first page", "one state", "keyword of many", "keyword of few", "page 100"] as const;
const queries: Record<(typeof names)[number], string> = {
  "first page": "",
  "one state": "&state=offline",
  "keyword of many": "&keyword=sampler",
  "keyword of few": "&keyword=0777",
  "page 100": "&pageNum=100",
};

type Times = Record<string, number[]>;

const few = await measure(many / 10);
const all = await measure(many);
for (const name of names) {
  const [tenth, whole, bare] = [few.http[name], all.http[name], all.bare[name]].map((times) => times ?? []);
  if (tenth === undefined || whole === undefined || bare === undefined) continue;
  const of = `B3 devices, ${name}`;
  print(`${of}, p99 beside bare SQL`, percentile(whole, 0.99), percentile(bare, 0.99));
  print(`${of}, p50 beside bare SQL`, percentile(whole, 0.5), percentile(bare, 0.5));
  print(`${of}, p50 beside a tenth of the devices`, percentile(whole, 0.5), percentile(tenth, 0.5));
}

async function measure(devices: number): Promise<{ http: Times; bare: Times }> {
  const platform = await startPlatform(devices);
  try {
    await runAlongside(platform.dataDir, ["--prepare"]);
    const { token, unitId } = await makeScoped(platform.http, platform.adminPassword);
    const http: Times = {};
    for (const name of names) http[name] = await timeCalls(platform.http, token, queries[name]);
    const bare: Times = JSON.parse(
      await runAlongside(platform.dataDir, [
        ...["--rounds", given.rounds, "--unit", String(unitId), "--queries"],
        JSON.stringify(queries),
      ]),
    );
    return { http, bare };
  } finally {
    await platform.stop();
  }
}

/** A program of the server on the database of the running platform. */
async function runAlongside(dataDir: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ["server/dist/main.js", "measure-devices", ...args], {
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the measure of devices ended with code ${code}`);
  return output.join("");
}

async function timeCalls(http: string, token: string, query: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = -20; round < Number(given.rounds); round++) {
    const began = performance.now();
    await ask(http, `/v2/admin/device/waterSample/list?pageSize=20${query}`, token);
    if (round >= 0) times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

function print(name: string, value: number, peer: number): void {
  const round = (figure: number) => Number(figure.toPrecision(4));
  printFigure({ name, value: round(value), unit: "ms", peer: round(peer) });
}
