import { randomUUID } from "node:crypto";
import { makeReport } from "@tracewater/contract/laboratory/reports";
import { createFillingService } from "../../../features/field/samplers/filling.service.ts";
import { openLicenceKey } from "../../../features/system/licences/licence-key.ts";
import type { Caller } from "../../../platform/caller.ts";
import { openSigningKey } from "../../../platform/custody/signing-key.ts";
import type { Env } from "../../../platform/env.ts";
import { createLifecycle } from "../../../platform/lifecycle.ts";
import type { Log } from "../../../platform/log.ts";
import { openSecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OpenStore } from "../../../platform/store/open-store.ts";
import { consoleFolder } from "../../../program-files.ts";
import { createPlatform, type Past } from "../../platform.ts";
import { readRounds } from "../bottle-rounds.ts";
import { readPublishedLoads } from "../published-loads.ts";
import { createSeedStore } from "../seed.store.ts";
import { flowOf } from "./found.ts";
import { createPastClock, playSteps, type Step } from "./past-clock.ts";
import { type PersonName, people, type Team, teams } from "./people.data.ts";
import { planWeeks } from "./plan-weeks.ts";
import { chartControls } from "./quality-run.ts";
import { keptRounds, keptSlot, planSamples, type SampledPoint } from "./samples.ts";
import { type Hands, liveUnit } from "./unit-life.ts";

const day = 86_400_000;
const minute = 60_000;

/**
 * The laboratory's weeks: people take, send, receive and analyse samples by the platform's own rules, only at other
 * times than now. The platform is made whole and never listens.
 */
export async function addLaboratoryHistory(options: {
  env: Env;
  log: Log;
  store: OpenStore;
  days: number;
}): Promise<{ samples: number; deliveries: number; loads: number }> {
  const { env, log, store } = options;
  const clock = createPastClock();
  const platform = await createPlatform({
    ...{ env, log, store, tls: null, consoleFolder, node: randomUUID(), now: clock.now },
    secrets: await openSecretBox(env.DATA_DIR, env.SECRET_KEY_FILE),
    licenceKey: await openLicenceKey(env.DATA_DIR, env.LICENCE_KEY_FILE),
    signingKey: await openSigningKey(env.DATA_DIR),
    lifecycle: createLifecycle(log),
  });
  const { past } = platform;
  await past.open();
  try {
    return await playLaboratory({ db: store.database.db, past, clock, zone: env.TZ, days: options.days });
  } finally {
    await past.close();
    await platform.app.close();
  }
}

/** The same on a platform that is there; its clock stands at now again afterwards. */
export async function playLaboratory(stage: {
  db: Db;
  past: Past;
  clock: ReturnType<typeof createPastClock>;
  zone: string;
  days: number;
}): Promise<{ samples: number; deliveries: number; loads: number }> {
  const { db, past, clock, zone } = stage;
  const seeds = createSeedStore(db);
  const untilMs = clock.now();
  const fromMs = untilMs - stage.days * day;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  const dayOf = (ms: number) => format.format(ms);
  await seeds.addPeople(people.map((one) => ({ ...one, unit: teams[one.unit].unit })));
  const points = await readPoints(db, untilMs);
  const samples = planSamples(points, { fromMs, untilMs: untilMs - 30 * minute, dayOf });
  const steps: Step[] = [];
  for (const team of teams) {
    const own = samples.filter((one) => one.point.unit === team.unit);
    const hands = await gatherHands(past, seeds, team);
    if (own.length === 0 || hands === null) continue;
    steps.push(...(await tellFigures(past, hands, own)));
    const sampled = [...new Set(own.map((one) => one.point))];
    steps.push(...planWeeks(past, hands, { points: sampled, zone, fromMs, untilMs }));
    steps.push(...liveUnit(past, hands, own, untilMs));
  }
  await playSteps(clock, steps);
  const loads = await computeLoads(past, { seeds, samples, clock, atMs: untilMs - 10 * minute });
  await makeReports(past, { seeds, samples, dayOf, untilMs, clock });
  clock.set(untilMs);
  const all = { kind: "all" } as const;
  return {
    samples: await past.samplings.count(all, { pageNum: 1, pageSize: 10 }),
    deliveries: await past.deliveries.count(all, { pageNum: 1, pageSize: 10 }),
    loads,
  };
}

async function readPoints(db: Db, untilMs: number): Promise<SampledPoint[]> {
  const seeds = createSeedStore(db);
  const fillings = createFillingService({ db });
  const published = readPublishedLoads();
  const points: SampledPoint[] = [];
  const span = { begin: new Date(untilMs - (keptRounds + 2) * day), end: new Date(untilMs + day) };
  for (const sampler of await seeds.listSampledPoints()) {
    const { deviceId, code, population, ...rest } = sampler;
    const rounds = readRounds((await fillings.list(deviceId, span)).fillings);
    const found = (await fillings.list(deviceId, span)).fillings.filter(
      (one) => one.slot === keptSlot && one.taken > 0,
    );
    const bottles = found.flatMap(({ slot, began }) => {
      const next = rounds.find((round) => round.began > began);
      return next === undefined ? [] : [{ slot, began, left: next.began }];
    });
    points.push({
      ...rest,
      deviceId,
      catchment: { code, population, published: published.get(code.replace("EUDA:", "")) ?? {} },
      bottles: bottles.sort((a, b) => b.began - a.began).slice(0, keptRounds),
    });
  }
  return points;
}

async function gatherHands(
  past: Past,
  seeds: ReturnType<typeof createSeedStore>,
  team: Team,
): Promise<Hands | null> {
  const unitId = await seeds.findUnit(team.unit);
  if (unitId === undefined) return null;
  const who = async (userName: PersonName): Promise<Caller> => {
    const id = await seeds.findPerson(userName);
    const caller = id === undefined ? null : await past.callerAs(id);
    if (caller === null) throw new Error(`${userName} was not made`);
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
async function tellFigures(
  past: Past,
  hands: Hands,
  samples: Parameters<typeof liveUnit>[2],
): Promise<Step[]> {
  const steps: Step[] = [];
  const first = new Map<number, (typeof samples)[number]>();
  const told = new Set<string>();
  for (const sample of samples) {
    const { point, day: since, at } = sample;
    if (!first.has(point.pointId)) first.set(point.pointId, sample);
    if (told.has(`${point.pointId} ${since}`)) continue;
    told.add(`${point.pointId} ${since}`);
    const flow = { kind: "flow" as const, method: "meter" as const, value: flowOf(point.catchment, since) };
    const source = "Inlet flow meter (simulated)";
    steps.push({
      at: at + 25 * minute,
      work: async () =>
        void (await past.figures.add(hands.sampler, { pointId: point.pointId, since, source, ...flow })),
    });
  }
  for (const { point, at, day: since } of first.values()) {
    const { population } = point.catchment;
    const known = [
      {
        since: "2021-01-01",
        value: population,
        method: "census" as const,
        source: "As published with the plant",
      },
      // People who sleep elsewhere count by what they leave in the water.
      {
        ...{ since, value: Math.round(population * 1.04), method: "nh4n" as const },
        source: "Ammonium load of the weeks before, 8.1 g per person and day",
      },
    ];
    for (const figure of known) {
      const body = { pointId: point.pointId, kind: "population" as const, ...figure };
      steps.push({
        at: at - 10 * minute,
        work: async () => void (await past.figures.add(hands.sampler, body)),
      });
    }
  }
  return steps;
}

/** All points by the reviewer of their unit; gives how many loads are in force. */
async function computeLoads(
  past: Past,
  given: {
    seeds: ReturnType<typeof createSeedStore>;
    samples: Parameters<typeof liveUnit>[2];
    clock: ReturnType<typeof createPastClock>;
    atMs: number;
  },
): Promise<number> {
  const { seeds, samples, clock, atMs } = given;
  let computed = 0;
  clock.set(atMs);
  for (const team of teams) {
    const hands = await gatherHands(past, seeds, team);
    const own = samples.filter((one) => one.point.unit === team.unit);
    if (hands === null) continue;
    for (const pointId of new Set(own.map((one) => one.point.pointId))) {
      const days = own
        .filter((one) => one.point.pointId === pointId)
        .map((one) => one.day)
        .sort();
      const body = { pointId, from: days[0] ?? "", until: days.at(-1) ?? "" };
      const made = await past.loads.compute(hands.reviewer, {
        ...{ ...body, substitution: "halfLoq", phase: "liquid", source: "lcms" },
        uncertainty: { sampling: 10, flow: 10, population: 10 },
      });
      computed += made.computed;
    }
  }
  return computed;
}

/** Of each unit the point that was sampled most, over its last weeks; and the limits of the laboratory's charts. */
async function makeReports(
  past: Past,
  given: {
    seeds: ReturnType<typeof createSeedStore>;
    samples: Parameters<typeof liveUnit>[2];
    clock: ReturnType<typeof createPastClock>;
    dayOf: (ms: number) => string;
    untilMs: number;
  },
): Promise<void> {
  const { seeds, samples, clock, dayOf, untilMs } = given;
  clock.set(untilMs - 5 * minute);
  for (const team of teams) {
    const hands = await gatherHands(past, seeds, team);
    const own = samples.filter((one) => one.point.unit === team.unit);
    if (hands === null || own.length === 0) continue;
    const times = new Map<number, number>();
    for (const { point } of own) times.set(point.pointId, (times.get(point.pointId) ?? 0) + 1);
    const [most] = [...times].sort((a, b) => b[1] - a[1]);
    const body = { pointId: most?.[0] ?? 0, from: dayOf(untilMs - 28 * day), until: dayOf(untilMs) };
    const analytes = ["benzoylEconine", "cocaine", "ketamine", "mamp", "mdma"];
    await past.reports.make(
      hands.reviewer,
      makeReport.body.parse({ ...body, analytes, europeanYear: 2024 }),
      "en",
    );
    await chartControls(past, hands.reviewer, hands.laboratoryId);
  }
}
