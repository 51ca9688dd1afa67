import type { QueryOf, ReplyOf } from "@tracewater/contract/call";
import type {
  FleetSampling,
  listFleetSamplings,
  Registration,
} from "@tracewater/contract/laboratory/samplings";
import { fieldError } from "../../../platform/app-error.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { CarouselService, PlacedBottle } from "../../field/bottles/carousel.service.ts";
import {
  type AutoSampleService,
  boxTempOf,
  type FleetAutoSample,
  isInStay,
} from "../../field/samplers/auto-sample.service.ts";
import { differencesOf, type PlanOfAutoSample } from "./auto-record.model.ts";
import type { SamplingService } from "./sampling.service.ts";

export type FleetSamplingService = ReturnType<typeof createFleetSamplingService>;

const day = 86_400_000;
const defaultSpanMs = 7 * day;
const maxSpanMs = 31 * day;
/** A sampler that took no water for longer is between two programs. */
const runningMs = 6 * 3_600_000;

/** Automatic samplings of all samplers, each with the sample that it became. */
export function createFleetSamplingService(options: {
  autoSamples: AutoSampleService;
  carousel: CarouselService;
  samplings: SamplingService;
  plansAt: (scope: Scope, asked: readonly FleetAutoSample[]) => Promise<(PlanOfAutoSample | null)[]>;
  now: () => number;
}) {
  const { autoSamples, carousel, samplings, plansAt, now } = options;

  /** Bottles, points, samples and plans of what is shown: a statement for each, whatever its length. */
  async function describe(scope: Scope, shown: readonly FleetAutoSample[]): Promise<FleetSampling[]> {
    if (shown.length === 0) return [];
    const deviceIds = [...new Set(shown.map((one) => one.deviceId))];
    const begin = new Date(Math.min(...shown.map((one) => one.began)));
    const end = new Date(Math.max(...shown.map((one) => one.ended)));
    const [placed, points, registered, plans] = await Promise.all([
      carousel.listBetweenOf(deviceIds, begin, end),
      autoSamples.listPointSpans(deviceIds, { begin, end }),
      samplings.listRegistered(deviceIds, begin, end),
      plansAt(scope, shown),
    ]);
    const sampleOf = new Map(registered.map((one) => [keyOf(one), one]));
    const bottles = shown.map((one) =>
      placed.findLast((spot) => spot.deviceId === one.deviceId && isInStay(spot, one)),
    );
    const usable = await listUsable(bottles.filter((bottle) => bottle !== undefined));
    return shown.map((one, place) => {
      const bottle = bottles[place];
      const plan = plans[place] ?? null;
      const point = points.findLast((spot) => spot.deviceId === one.deviceId && isAt(spot, one.began));
      const sample = sampleOf.get(keyOf(one));
      const { mean, max } = boxTempOf(one);
      const { began, ended, slot, trigger, taken, missed, volume, isFull, deviceId, deviceName } = one;
      return {
        ...{ began, ended, slot, trigger, taken, missed, volume, isFull, deviceId, deviceName },
        ...{ bodyCode: bottle?.bodyCode ?? null, capCode: bottle?.capCode ?? null },
        ...{ pointCode: point?.code ?? null, pointName: point?.name ?? null },
        ...{ samplingId: sample?.id ?? null, sampleNo: sample?.sampleNo ?? null },
        plan: plan === null ? null : { planId: plan.planId, planNo: plan.planNo },
        registration: sample === undefined ? registrationOf(one, bottle, usable) : "registered",
        differs: sample === undefined ? [] : differencesOf(sample, one, plan).map((change) => change.field),
        planned: taken + missed,
        reasons: [...one.reasons].map(([reason, count]) => ({ reason, count })),
        boxTempMean: mean,
        boxTempMax: max,
      };
    });
  }

  return {
    async list(
      scope: Scope,
      query: QueryOf<typeof listFleetSamplings>,
    ): Promise<ReplyOf<typeof listFleetSamplings>> {
      const { deviceName, only } = query;
      const span = spanOf(query, now());
      const found = await autoSamples.listFleet(scope, { span, deviceName });
      let wanted = found.autoSamples;
      if (only === "missed") wanted = wanted.filter((one) => one.missed > 0);
      if (only === "unregistered") wanted = await withoutSample(wanted, span);
      if (only === "differing") wanted = await listDiffering(scope, wanted, span);
      const { limit, offset } = pageOf(query, wanted.length);
      const rows = await describe(scope, wanted.slice(offset, offset + limit));
      return { rows, total: wanted.length, isMore: found.isMore };
    },

    async running(scope: Scope): Promise<FleetSampling[]> {
      const span = { begin: new Date(now() - 2 * day), end: new Date(now() + day) };
      const { autoSamples: found } = await autoSamples.listFleet(scope, { span, deviceName: undefined });
      const latest = new Map<number, FleetAutoSample>();
      for (const one of found) {
        if (one.ended < now() - runningMs) continue;
        const known = latest.get(one.deviceId);
        if (known === undefined || one.ended > known.ended) latest.set(one.deviceId, one);
      }
      return describe(scope, [...latest.values()]);
    },
  };

  /** The stays of bottles that still hold what went into them then, and no sample yet. */
  async function listUsable(stays: readonly PlacedBottle[]): Promise<Set<PlacedBottle>> {
    const left = stays.filter((stay) => stay.until !== null);
    if (left.length === 0) return new Set();
    const [reused, holding] = await Promise.all([
      carousel.listReused(left),
      samplings.listHolding([...new Set(left.map((stay) => stay.bottleId))]),
    ]);
    return new Set(left.filter((stay) => !reused.includes(stay) && !holding.includes(stay.bottleId)));
  }

  /** Those whose sample records something else than what the sampler delivered. */
  async function listDiffering(scope: Scope, wanted: FleetAutoSample[], span: { begin: Date; end: Date }) {
    const deviceIds = [...new Set(wanted.map((one) => one.deviceId))];
    const registered = await samplings.listRegistered(deviceIds, span.begin, span.end);
    const sampleOf = new Map(registered.map((one) => [keyOf(one), one]));
    const known = wanted.filter((one) => sampleOf.has(keyOf(one)));
    const plans = await plansAt(scope, known);
    return known.filter((one, place) => {
      const sample = sampleOf.get(keyOf(one));
      return sample !== undefined && differencesOf(sample, one, plans[place] ?? null).length > 0;
    });
  }

  async function withoutSample(wanted: FleetAutoSample[], span: { begin: Date; end: Date }) {
    const deviceIds = [...new Set(wanted.map((one) => one.deviceId))];
    const registered = new Set(
      (await samplings.listRegistered(deviceIds, span.begin, span.end)).map((one) => keyOf(one)),
    );
    return wanted.filter((one) => one.taken > 0 && !registered.has(keyOf(one)));
  }
}

function keyOf({ deviceId, slot, began }: { deviceId: number; slot: number; began: number }): string {
  return `${deviceId} ${slot} ${began}`;
}

function registrationOf(
  { taken }: FleetAutoSample,
  bottle: PlacedBottle | undefined,
  usable: ReadonlySet<PlacedBottle>,
): Registration {
  if (taken === 0) return "nothingTaken";
  if (bottle === undefined) return "noBottle";
  if (bottle.until === null) return "inSampler";
  return usable.has(bottle) ? "possible" : "bottleReused";
}

function isAt(spot: { since: Date; until: Date | null }, at: number): boolean {
  return spot.since.getTime() <= at && (spot.until === null || spot.until.getTime() >= at);
}

function spanOf(query: { beginTime?: number | undefined; endTime?: number | undefined }, nowMs: number) {
  const end =
    query.endTime ?? (query.beginTime === undefined ? nowMs + day : query.beginTime + defaultSpanMs);
  const begin = query.beginTime ?? end - defaultSpanMs;
  if (end < begin)
    throw fieldError("endTime", { en: "must not be before the start", zh: "不能早于开始时间" });
  if (end - begin > maxSpanMs) {
    throw fieldError("beginTime", { en: "the period must not exceed 31 days", zh: "时间跨度不能超过 31 天" });
  }
  return { begin: new Date(begin), end: new Date(end) };
}
