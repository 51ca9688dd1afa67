import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rollupJob } from "../../features/fleet/telemetry/rollup.job.ts";
import { createSeriesService } from "../../features/fleet/telemetry/series.service.ts";
import { openPostgres } from "../../platform/store/open-postgres.ts";
import type { CommandContext } from "../command-error.ts";
import { waitForTables } from "../wait-for-tables.store.ts";
import { bareExtremes, fillReadings } from "./series.store.ts";

const day = 86_400_000;
const points = 500;
const tables = ["telemetry", "telemetry_1m", "telemetry_1h"];
/** Seven days of one property, and thirty days of one that is reported every ten seconds. */
const week = { count: 10_000, everyS: (7 * 86_400) / 10_000 };
const month = { count: 259_200, everyS: 10 };

/**
 * `measure-series`: how long a series takes that is reduced to at most 500 points, compared with bare SQL on the same
 * rows: seven days of 10,000 values, the same with ten times the rows in the table, thirty days of 260,000 values from
 * their rollups. On a database of its own, or on DATABASE_URL. Prints `{bare, week, tenfold, month, points}`: times in
 * ms.
 */
export async function measureSeriesCommand({ env, log, args }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: "string", default: "200" }, devices: { type: "string", default: "20" } },
  });
  const dataDir = await mkdtemp(join(tmpdir(), "tracewater-measure-"));
  const store = await openPostgres({ databaseUrl: env.DATABASE_URL, dataDir, log });
  try {
    const { db } = store.database;
    const end = new Date();
    const devices = Number(values.devices);
    const rounds = Number(values.rounds);
    const service = createSeriesService({ db, now: Date.now });
    const read = async (deviceId: number, days: number) => {
      const begin = new Date(end.getTime() - days * day);
      const [series] = await service.read({
        ...{ deviceId, identifiers: ["boxTemp"], points, expectedMs: null, spans: [{ begin, end }] },
        ...{ begin: begin.getTime(), end: end.getTime() },
      });
      return series?.points.length ?? 0;
    };
    const rollUp = () =>
      rollupJob({ db, zone: env.TZ }).run({ now: Date.now, signal: new AbortController().signal });
    const seven = new Date(end.getTime() - 7 * day);

    await fillReadings(db, { first: 1, devices, ...week, end });
    await rollUp();
    await waitForTables(store.owner, tables);
    const bare = await timed(rounds, (round) => bareExtremes(db, 1 + (round % devices), seven, end));
    const once = await timed(rounds, (round) => read(1 + (round % devices), 7));
    await fillReadings(db, { first: devices + 1, devices: 9 * devices, ...week, end });
    await rollUp();
    await waitForTables(store.owner, tables);
    const tenfold = await timed(rounds, (round) => read(1 + (round % devices), 7));
    await fillReadings(db, { first: 100_001, devices: 1, ...month, end });
    await rollUp();
    await waitForTables(store.owner, tables);
    const long = await timed(rounds, () => read(100_001, 30));
    const drawn = { week: await read(1, 7), month: await read(100_001, 30) };
    process.stdout.write(`${JSON.stringify({ bare, week: once, tenfold, month: long, points: drawn })}\n`);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return 0;
}

/** Times of single runs in ms, rising, after some that do not count. */
async function timed(rounds: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = -10; round < rounds; round++) {
    const began = performance.now();
    await work(Math.abs(round));
    if (round >= 0) times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}
