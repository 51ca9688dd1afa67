import { spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { printFigure } from "./figure.ts";
import { startPlatform } from "./platform-process.ts";
import { makeScoped } from "./scoped-person.ts";
import { openTimedCalls, printTimes, type TimedCalls } from "./timed-calls.ts";

/**
 * The first page of each of the laboratory's lists, a sample and a trend over HTTP, in a session, with 200,000 assays
 * in the database. Peer: the goal of 200 ms at the 99th percentile.
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
  await runAlongside(["measure-assays", "--assays", given.assays]);
  const calling = await openTimedCalls(platform);
  const known = await findKnown(calling);
  await measureAll("laboratory", calling, known);
  // Who sees one unit sees what it sent and what it was sent: a condition more in each statement.
  const { token } = await makeScoped(platform.http, platform.adminPassword);
  const ofUnit = await openTimedCalls(platform, token);
  await measureAll("laboratory, of one unit", ofUnit, await findKnown(ofUnit));
  printFigure({
    name: "laboratory: load of the machine, 1 min",
    value: loadavg()[0] ?? 0,
    unit: "",
    peer: null,
  });
} finally {
  await platform.stop();
}

async function measureAll(whose: string, { measure }: TimedCalls, known: Known): Promise<void> {
  for (const [name, path] of Object.entries(calls)) {
    if (given.only !== "" && !name.includes(given.only)) continue;
    const times = await measure(Number(given.rounds), (round) => {
      const asked = path(known, (from) => String(from[Math.abs(round) % from.length]));
      return `v2/admin/${asked}`;
    });
    printTimes(`${whose}: ${name}`, times, goalMs);
  }
}

async function runAlongside(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ["server/dist/main.js", ...args], {
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", DATA_DIR: platform.dataDir },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`filling the laboratory ended with code ${code}`);
}

/** Some of everything, from all over the lists. */
async function findKnown({ readRows }: TimedCalls): Promise<Known> {
  const known: Known = { assayIds: [], pointIds: [], bodyCodes: [], loadIds: [], days: [] };
  for (let pageNum = 1; pageNum <= 500; pageNum += 50) {
    const page = `pageSize=10&pageNum=${pageNum}`;
    const assays = await readRows(`v2/admin/assay/list?${page}`);
    for (const row of assays) {
      known.assayIds.push(Number(row["assayId"]));
      known.pointIds.push(Number(row["pointId"]));
      known.bodyCodes.push(String(row["bodyCode"]));
      known.days.push(String(row["sampledOn"]));
    }
    const loads = await readRows(`v2/admin/load/list?${page}`);
    known.loadIds.push(...loads.map((row) => Number(row["loadId"])));
  }
  return known;
}
