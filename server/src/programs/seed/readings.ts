import { rollupJob } from "../../features/fleet/telemetry/rollup.job.ts";
import { createRollupStore } from "../../features/fleet/telemetry/rollup.store.ts";
import type { Db } from "../../platform/store/database.ts";
import { addBottleHistory } from "./bottle-history.ts";
import { createSeedReadingsStore } from "./readings.store.ts";

/** Every ten minutes. */
const everyS = 600;
const numbers = [
  ...["boxTemp", "ambientTemp", "flow", "liquidLevel", "ph", "conductivity", "waterTemp", "batteryLevel"],
  "workState",
];

/** So many readings of the samplers there are, their aliquots, bottles and rollups, for trials of size. */
export async function addSamplerReadings(db: Db, rows: number, zone: string, nowMs: number): Promise<void> {
  const store = createSeedReadingsStore(db);
  const samplers = await store.listSamplers();
  if (samplers.length === 0) return;
  const count = Math.max(1, Math.round(rows / samplers.length / (numbers.length + 1)));
  const end = new Date(nowMs);
  const begin = new Date(nowMs - count * everyS * 1000);
  const days = Math.max(1, Math.ceil((end.getTime() - begin.getTime()) / 86_400_000));
  await createRollupStore(db).startFrom(begin);
  await store.prepare(begin, end, [...numbers, "gps"]);
  for (const { id, unitId } of samplers) {
    await store.addReadings(id, { numbers, count, everyS, end });
    await store.addAliquots(id, unitId, days, end);
  }
  const { places } = await addBottleHistory(db, nowMs);
  await rollupJob({ db, zone }).run({ now: Date.now, signal: new AbortController().signal });
  const stored = count * samplers.length * (numbers.length + 1);
  process.stderr.write(`${stored} readings over ${days} days, bottles in ${places} slots\n`);
}
