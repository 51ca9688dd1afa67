import { randomUUID } from "node:crypto";
import { makeReport } from "@tracewater/contract/laboratory/reports";
import { createPlatform, type HistoryServices } from "../../../app/platform.ts";
import { createAutoSampleService } from "../../../features/field/samplers/auto-sample.service.ts";
import { openLicenceKey } from "../../../features/system/licences/licence-key.ts";
import type { Caller } from "../../../platform/caller.ts";
import { openSigningKey } from "../../../platform/custody/signing-key.ts";
import type { Env } from "../../../platform/env.ts";
import { createLifecycle } from "../../../platform/lifecycle.ts";
import type { Log } from "../../../platform/log.ts";
import { openSecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OpenPostgres } from "../../../platform/store/open-postgres.ts";
import { consoleFolder } from "../../../program-files.ts";
import { isDayBottled, readRounds } from "../bottle-rounds.ts";
import { planEvidence } from "../evidence/evidence-history.ts";
import { type DemoCamera, planFleet } from "../fleet/fleet-history.ts";
import { plantUnits } from "../plan.ts";
import { readPublishedLoads } from "../published-loads.ts";
import { createSeedStore, type SeedStore } from "../seed.store.ts";
import { createHistoryClock, playSteps, type Step } from "./history-clock.ts";
import { flowOf } from "./measured.ts";
import { type PersonName, people, type Staff, type Team, teams } from "./people.data.ts";
import { planWeeks } from "./plan-weeks.ts";
import { answerAt } from "./program-answers.store.ts";
import { chartControls } from "./quality-run.ts";
import { keptDays, keptRounds, keptSlot, planSamples, type SampledPoint } from "./samples.ts";
import { simulateUnit } from "./simulate-unit.ts";

const day = 86_400_000;
const minute = 60_000;

/**
 * The laboratory's weeks: people take, send, receive and analyse samples by the platform's own rules, only at other
 * times than now. The platform is made whole and never listens.
 */
export async function addLaboratoryHistory(options: {
  env: Env;
  log: Log;
  store: OpenPostgres;
  days: number;
  camera: DemoCamera | null;
}): Promise<{ samples: number; deliveries: number; loads: number }> {
  const { env, log, store, days, camera } = options;
  const clock = createHistoryClock();
  const platform = await createPlatform({
    ...{ env, log, store, tls: null, consoleFolder, node: randomUUID(), now: clock.now },
    secrets: await openSecretBox(env.DATA_DIR, env.SECRET_KEY_FILE),
    licenceKey: await openLicenceKey(env.DATA_DIR, env.LICENCE_KEY_FILE),
    signingKey: await openSigningKey(env.DATA_DIR),
    lifecycle: createLifecycle(log),
  });
  const { history } = platform;
  await history.open();
  try {
    return await playLaboratory({ db: store.database.db, history, clock, zone: env.TZ, days, camera });
  } finally {
    await history.close();
    await platform.app.close();
  }
}

/** The same on a platform that is there; its clock is at now again afterwards. */
export async function playLaboratory(stage: {
  db: Db;
  history: HistoryServices;
  clock: ReturnType<typeof createHistoryClock>;
  zone: string;
  days: number;
  camera?: DemoCamera | null;
}): Promise<{ samples: number; deliveries: number; loads: number }> {
  const { db, history, clock, zone, camera } = stage;
  const seeds = createSeedStore(db);
  const untilMs = clock.now();
  const fromMs = untilMs - stage.days * day;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  const dayOf = (ms: number) => format.format(ms);
  await addPeople(seeds);
  const points = await readPoints(db, untilMs);
  const samples = planSamples(points, { fromMs, untilMs: untilMs - 30 * minute, dayOf });
  const steps: Step[] = [];
  for (const team of teams) {
    const own = samples.filter((one) => one.point.unit === team.unit);
    const staff = await gatherStaff(history, seeds, team);
    if (own.length === 0 || staff === null) continue;
    steps.push(...(await announceFigures(history, staff, own)));
    const sampled = bySampleCount(own);
    const answer = answerAt(db);
    const running = new Map<number, number>();
    steps.push(...planWeeks(history, staff, { points: sampled, running, fromMs, untilMs, answer }));
    steps.push(...simulateUnit(history, staff, own, { untilMs, running }));
    // Its boxes and its laboratory are those of the examples.
    if (team.unit === plantUnits[0]) {
      const places = sampled.map(({ pointId, deviceId }) => ({ pointId, deviceId }));
      steps.push(...(await planEvidence(history, db, { staff, untilMs, places, dayOf })));
      steps.push(...(await planFleet(history, db, { unitId: staff.unitId, untilMs, zone, dayOf, camera })));
    }
  }
  await playSteps(clock, steps);
  const work = { seeds, samples, clock };
  const loads = await computeLoads(history, work, untilMs - 10 * minute);
  const weeks = { from: dayOf(untilMs - 28 * day), until: dayOf(untilMs) };
  await makeReports(history, work, { atMs: untilMs - 5 * minute, ...weeks });
  clock.set(untilMs);
  const all = { kind: "all" } as const;
  return {
    samples: await history.samplings.count(all, { pageNum: 1, pageSize: 10 }),
    deliveries: await history.deliveries.count(all, { pageNum: 1, pageSize: 10 }),
    loads,
  };
}

/** Those of which most samples are taken come first: their plans run. */
function bySampleCount(samples: readonly { point: SampledPoint }[]): SampledPoint[] {
  const times = new Map<SampledPoint, number>();
  for (const { point } of samples) times.set(point, (times.get(point) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1]).map(([point]) => point);
}

/** In the units that are there. */
async function addPeople(seeds: SeedStore): Promise<void> {
  const unitIds = await Promise.all(teams.map(({ unit }) => seeds.findUnit(unit)));
  const known = people.flatMap(({ unit, ...one }) => {
    const unitId = unitIds[unit];
    return unitId === undefined ? [] : [{ ...one, unitId }];
  });
  await seeds.addPeople(known);
}

async function readPoints(db: Db, untilMs: number): Promise<SampledPoint[]> {
  const seeds = createSeedStore(db);
  const autoSamples = createAutoSampleService({ db });
  const published = readPublishedLoads();
  const points: SampledPoint[] = [];
  const read = async (deviceId: number, days: number) => {
    const span = { begin: new Date(untilMs - (days + 2) * day), end: new Date(untilMs + day) };
    return (await autoSamples.list(deviceId, span)).autoSamples;
  };
  for (const sampler of await seeds.listSampledPoints()) {
    const { deviceId, code, population, ...rest } = sampler;
    const last = await read(deviceId, keptRounds);
    const isDaily = last.length > 0 && isDayBottled(readRounds(last));
    const kept = isDaily ? { days: keptDays, slot: null } : { days: keptRounds, slot: keptSlot };
    const found = isDaily ? await read(deviceId, keptDays) : last;
    const rounds = readRounds(found);
    const measured = found.filter((one) => (kept.slot === null || one.slot === kept.slot) && one.taken > 0);
    const bottles = measured.flatMap(({ slot, began }) => {
      const next = rounds.find((round) => round.began > began);
      return next === undefined ? [] : [{ slot, began, left: next.began }];
    });
    points.push({
      ...rest,
      deviceId,
      catchment: { code, population, published: published.get(code.replace("EUDA:", "")) ?? {} },
      isDayBottled: isDaily,
      bottles: bottles.sort((a, b) => b.began - a.began).slice(0, kept.days),
    });
  }
  return points;
}

async function gatherStaff(history: HistoryServices, seeds: SeedStore, team: Team): Promise<Staff | null> {
  const unitId = await seeds.findUnit(team.unit);
  if (unitId === undefined) return null;
  const who = async (userName: PersonName): Promise<Caller> => {
    const id = await seeds.findPerson(userName);
    const caller = id === undefined ? null : await history.callerAs(id);
    if (caller === null) throw new Error(`${userName} was not created`);
    return caller;
  };
  return {
    ...{ unitId, courier: team.courier, laboratoryId: await seeds.ensureBelow(unitId, team.laboratory) },
    ...{ sampler: await who(team.sampler), sender: await who(team.sender) },
    ...{ analyst: await who(team.analyst), secondAnalyst: await who(team.secondAnalyst) },
    reviewer: await who(team.reviewer),
  };
}

/** How much water came on each day that was sampled, by the plant's meter; how many people are connected. */
async function announceFigures(
  history: HistoryServices,
  staff: Staff,
  samples: Parameters<typeof simulateUnit>[2],
): Promise<Step[]> {
  const steps: Step[] = [];
  const first = new Map<number, (typeof samples)[number]>();
  const reported = new Set<string>();
  for (const sample of samples) {
    const { point, day: since, at } = sample;
    if (!first.has(point.pointId)) first.set(point.pointId, sample);
    if (reported.has(`${point.pointId} ${since}`)) continue;
    reported.add(`${point.pointId} ${since}`);
    const flow = { kind: "flow" as const, method: "meter" as const, value: flowOf(point.catchment, since) };
    const source = "Inlet flow meter (simulated)";
    steps.push({
      at: at + 25 * minute,
      work: async () =>
        void (await history.figures.add(staff.sampler, { pointId: point.pointId, since, source, ...flow })),
    });
  }
  for (const { point, at, day: since } of first.values()) {
    const { population } = point.catchment;
    const known = [
      {
        since: "2021-01-01",
        value: population,
        method: "census" as const,
        source: "As published by the plant",
      },
      // People who sleep elsewhere count by what they leave in the water.
      {
        ...{ since, value: Math.round(population * 1.04), method: "nh4n" as const },
        source: "Ammonium load of the previous weeks, 8.1 g per person and day",
      },
    ];
    for (const figure of known) {
      const body = { pointId: point.pointId, kind: "population" as const, ...figure };
      steps.push({
        at: at - 10 * minute,
        work: async () => void (await history.figures.add(staff.sampler, body)),
      });
    }
  }
  return steps;
}

type Played = {
  seeds: SeedStore;
  samples: Parameters<typeof simulateUnit>[2];
  clock: ReturnType<typeof createHistoryClock>;
};

/** The units that have samples, each with its people. */
async function* workedUnits(history: HistoryServices, { seeds, samples }: Played) {
  for (const team of teams) {
    const own = samples.filter((one) => one.point.unit === team.unit);
    const staff = own.length === 0 ? null : await gatherStaff(history, seeds, team);
    if (staff !== null) yield { staff, own };
  }
}

/** All points by the reviewer of their unit; gives how many loads are in force. */
async function computeLoads(history: HistoryServices, played: Played, atMs: number): Promise<number> {
  let computed = 0;
  played.clock.set(atMs);
  for await (const { staff, own } of workedUnits(history, played)) {
    for (const pointId of new Set(own.map((one) => one.point.pointId))) {
      const days = own
        .filter((one) => one.point.pointId === pointId)
        .map((one) => one.day)
        .sort();
      const body = { pointId, from: days[0] ?? "", until: days.at(-1) ?? "" };
      const made = await history.loads.compute(staff.reviewer, {
        ...{ ...body, substitution: "halfLoq", phase: "liquid", source: "lcms" },
        uncertainty: { sampling: 10, flow: 10, population: 10, bias: null, stability: 0 },
        ...{ includeKinds: [], duplicates: "mean", qualityReason: "" },
      });
      computed += made.computed;
    }
  }
  return computed;
}

/** Of each unit the point that was sampled most, over its last weeks; and the limits of the laboratory's charts. */
async function makeReports(
  history: HistoryServices,
  played: Played,
  { atMs, from, until }: { atMs: number; from: string; until: string },
): Promise<void> {
  played.clock.set(atMs);
  for await (const { staff, own } of workedUnits(history, played)) {
    const times = new Map<number, number>();
    for (const { point } of own) times.set(point.pointId, (times.get(point.pointId) ?? 0) + 1);
    const [busiest] = [...times].sort((a, b) => b[1] - a[1]);
    const analytes = ["benzoylEconine", "cocaine", "ketamine", "mamp", "mdma"];
    const body = { pointId: busiest?.[0] ?? 0, from, until, analytes, europeanYear: 2024 };
    await history.reports.make(staff.reviewer, makeReport.body.parse(body), "en");
    await chartControls(history, staff.reviewer, staff.laboratoryId);
  }
}
