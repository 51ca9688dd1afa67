import { createAutoSampleService } from "../../features/field/samplers/auto-sample.service.ts";
import type { Db } from "../../platform/store/database.ts";
import { type BrokenPair, isDayBottled, planBottles, planDayBottles, readRounds } from "./bottle-rounds.ts";
import { keptDays, keptRounds, keptSlot } from "./laboratory/samples.ts";
import { createSeedStore } from "./seed.store.ts";

const day = 86_400_000;
const maxMs = 400 * day;

/** One pair of the first sampler was opened apart, and got another cap. */
const broken: BrokenPair = {
  set: 1,
  slot: 7,
  round: 4,
  reason: "The cap was open at collection.",
};

/** Bottles for what the samplers have reported of their aliquots: sets in turn, collected when the next one came. */
export async function addBottleHistory(
  db: Db,
  nowMs: number,
): Promise<{ bottles: number; places: number; samplers: number }> {
  const seeds = createSeedStore(db);
  const autoSamples = createAutoSampleService({ db });
  const counts = { bottles: 0, places: 0, samplers: 0 };
  const span = { begin: new Date(nowMs - maxMs), end: new Date(nowMs + day) };
  for (const { id, deviceName, unitId } of await seeds.listBottleless("waterSample")) {
    const found = await autoSamples.list(id, span);
    const rounds = readRounds(found.autoSamples);
    if (rounds.length === 0) continue;
    const brokenPair = counts.samplers === 0 ? broken : null;
    const plan = isDayBottled(rounds)
      ? planDayBottles(deviceName, rounds, keptDays)
      : planBottles(deviceName, rounds, { brokenPair, kept: { slot: keptSlot, rounds: keptRounds } });
    await seeds.addBottles(id, unitId, "Demo courier", plan);
    counts.bottles += plan.bottles.length;
    counts.places += plan.places.length;
    counts.samplers += 1;
  }
  return counts;
}
