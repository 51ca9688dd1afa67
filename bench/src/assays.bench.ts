import { spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { printFigure } from "./figure.ts";
import { startPlatform } from "./platform-process.ts";

/**
 * The first page of each of the laboratory's lists, a sample and a trend over HTTP, in a session, with 200,000 assays in
 * the store. Peer: the goal of 200 ms at the 99th percentile.
 */
const { values: given } = parseArgs({
  options: {
    assays: { type: "string", default: "200000" },
    rounds: { type: "string", default: "200" },
    only: { type: "string", default: "" },
  },
});
const goalMs = 200;

type Known = {
  assayIds: number[];
  pointIds: number[];
  bodyCodes: string[];
  loadIds: number[];
  days: string[];
};
type Pick = (from: readonly (string | number)[]) => string;

const calls: Record<string, (known: Known, pick: Pick) => string> = {
  "list of assays": () => "assay/list?pageSize=20",
  "assays, page 5,000": () => "assay/list?pageSize=20&pageNum=5000",
  "assays in review": () => "assay/list?pageSize=20&state=inReview",
  "assays of one analyte": () => "assay/list?pageSize=20&analyte=cocaine",
  "assays below the LOQ": () => "assay/list?pageSize=20&flag=belowLoq",
  "assays of a point": ({ pointIds }, pick) => `assay/list?pageSize=20&pointId=${pick(pointIds)}`,
  "assays of a day": ({ days }, pick) => {
    const day = pick(days);
    return `assay/list?pageSize=20&sampledFrom=${day}&sampledUntil=${day}`;
  },
  "assays by a keyword of many": () => "assay/list?pageSize=20&keyword=measure",
  "assays by a keyword of few": ({ bodyCodes }, pick) => `assay/list?pageSize=20&keyword=${pick(bodyCodes)}`,
  "assays of a bottle": ({ bodyCodes }, pick) => `assay/list?pageSize=20&bodyCode=${pick(bodyCodes)}`,
  "assays of a delivery": (_known, pick) =>
    `assay/list?pageSize=20&deliveryNo=MEASURE-${pick(Array.from({ length: 100 }, (_, at) => at))}`,
  "a sample": ({ assayIds }, pick) => `assay/${pick(assayIds)}`,
  "list of loads": () => "load/list?pageSize=20",
  "loads of one analyte": () => "load/list?pageSize=20&analyte=cocaine",
  "loads of a point": ({ pointIds }, pick) => `load/list?pageSize=20&pointId=${pick(pointIds)}`,
  "a load": ({ loadIds }, pick) => `load/${pick(loadIds)}`,
  "trend of a point and an analyte": ({ pointIds }, pick) =>
    `load/list?pageSize=400&analyte=cocaine&pointId=${pick(pointIds)}`,
  "list of samplings": () => "waterSampling/list?pageSize=20",
  "list of deliveries": () => "laboratory/delivery/list?pageSize=20",
};

const platform = await startPlatform(20);
try {
  await runBeside(["measure-assays", "--assays", given.assays]);
  const authorization = `Bearer ${await logIn()}`;
  const known = await findKnown(authorization);
  for (const [name, path] of Object.entries(calls)) {
    if (given.only !== "" && !name.includes(given.only)) continue;
    const times = await measure(authorization, (round) =>
      path(known, (from) => String(from[Math.abs(round) % from.length])),
    );
    print(`laboratory: ${name}, p99`, percentile(times, 0.99), goalMs);
    print(`laboratory: ${name}, p50`, percentile(times, 0.5), null);
  }
  printFigure({
    name: "laboratory: load of the machine, 1 min",
    value: loadavg()[0] ?? 0,
    unit: "",
    peer: null,
  });
} finally {
  await platform.stop();
}

async function runBeside(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ["server/dist/main.js", ...args], {
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", DATA_DIR: platform.dataDir },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`filling the laboratory ended with code ${code}`);
}

/** Some of everything, from all over the lists. */
async function findKnown(authorization: string): Promise<Known> {
  const known: Known = { assayIds: [], pointIds: [], bodyCodes: [], loadIds: [], days: [] };
  for (let pageNum = 1; pageNum <= 500; pageNum += 50) {
    const page = `pageSize=10&pageNum=${pageNum}`;
    const assays = await readRows(authorization, `assay/list?${page}`);
    for (const row of assays) {
      known.assayIds.push(Number(row["assayId"]));
      known.pointIds.push(Number(row["pointId"]));
      known.bodyCodes.push(String(row["bodyCode"]));
      known.days.push(String(row["sampledOn"]));
    }
    const loads = await readRows(authorization, `load/list?${page}`);
    known.loadIds.push(...loads.map((row) => Number(row["loadId"])));
  }
  return known;
}

async function readRows(authorization: string, path: string): Promise<Record<string, unknown>[]> {
  return ((await read(authorization, path)) as { rows: Record<string, unknown>[] }).rows;
}
async function measure(authorization: string, path: (round: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let round = -10; round < Number(given.rounds); round++) {
    const began = performance.now();
    await read(authorization, path(round));
    if (round >= 0) times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

async function read(authorization: string, path: string): Promise<unknown> {
  const answer = await fetch(`${platform.http}/prod-api/v2/admin/${path}`, { headers: { authorization } });
  const body = (await answer.json()) as { code: number; msg: string }; // every answer has the envelope
  if (body.code !== 200) throw new Error(`${path}: ${body.code} ${body.msg}`);
  return body;
}

async function logIn(): Promise<string> {
  const answer = await fetch(`${platform.http}/prod-api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: platform.adminPassword }),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function print(name: string, value: number, peer: number | null): void {
  printFigure({ name, value: Number(value.toPrecision(4)), unit: "ms", peer });
}
