import type { QueryOf, ReplyOf } from "@tracewater/contract/call";
import type { FleetSampling, listFleetSamplings } from "@tracewater/contract/laboratory/samplings";
import { badField } from "../../../platform/failure.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { CarouselService } from "../../field/bottles/carousel.service.ts";
import {
  boxTempOf,
  type FillingService,
  type FleetFilling,
  type PlansAt,
} from "../../field/samplers/filling.service.ts";
import type { SamplingService } from "./sampling.service.ts";

export type FleetSamplingService = ReturnType<typeof createFleetSamplingService>;

const day = 86_400_000;
const usualSpanMs = 7 * day;
const longestSpanMs = 31 * day;
/** A sampler that took no water for longer is between two programs. */
const runningMs = 6 * 3_600_000;

/** Automatic samplings of all samplers, each with the sample that it became. */
export function createFleetSamplingService(options: {
  fillings: FillingService;
  carousel: CarouselService;
  samplings: SamplingService;
  plansAt: PlansAt;
  now: () => number;
}) {
  const { fillings, carousel, samplings, plansAt, now } = options;

  /** Bottles, points, samples and plans of what is shown: a statement for each, whatever its length. */
  async function describe(scope: Scope, shown: readonly FleetFilling[]): Promise<FleetSampling[]> {
    if (shown.length === 0) return [];
    const deviceIds = [...new Set(shown.map((one) => one.deviceId))];
    const begin = new Date(Math.min(...shown.map((one) => one.began)));
    const end = new Date(Math.max(...shown.map((one) => one.ended)));
    const [placed, points, registered, plans] = await Promise.all([
      carousel.listBetweenOf(deviceIds, begin, end),
      fillings.listPointSpans(deviceIds, { begin, end }),
      samplings.listRegistered(deviceIds, begin, end),
      plansAt(scope, shown),
    ]);
    const sampleOf = new Map(registered.map((one) => [keyOf(one), one]));
    return shown.map((one, place) => {
      const bottle = placed.findLast((spot) => isOf(one, spot) && spot.slot === one.slot);
      const point = points.findLast((spot) => isOf({ ...one, ended: one.began }, spot));
      const sample = sampleOf.get(keyOf(one));
      const { mean, max } = boxTempOf(one);
      const { began, ended, slot, trigger, taken, missed, volume, isFull, deviceId, deviceName } = one;
      return {
        ...{ began, ended, slot, trigger, taken, missed, volume, isFull, deviceId, deviceName },
        ...{ bodyCode: bottle?.bodyCode ?? null, capCode: bottle?.capCode ?? null },
        ...{ pointCode: point?.code ?? null, pointName: point?.name ?? null },
        ...{ samplingId: sample?.id ?? null, sampleNo: sample?.sampleNo ?? null },
        plan: plans[place] ?? null,
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
      const found = await fillings.listFleet(scope, { span, deviceName });
      let wanted = found.fillings;
      if (only === "missed") wanted = wanted.filter((one) => one.missed > 0);
      if (only === "unregistered") wanted = await withoutSample(wanted, span);
      const { limit, offset } = pageOf(query, wanted.length);
      const rows = await describe(scope, wanted.slice(offset, offset + limit));
      return { rows, total: wanted.length, isMore: found.isMore };
    },

    async running(scope: Scope): Promise<FleetSampling[]> {
      const span = { begin: new Date(now() - 2 * day), end: new Date(now() + day) };
      const { fillings: found } = await fillings.listFleet(scope, { span, deviceName: undefined });
      const latest = new Map<number, FleetFilling>();
      for (const one of found) {
        if (one.ended < now() - runningMs) continue;
        const known = latest.get(one.deviceId);
        if (known === undefined || one.ended > known.ended) latest.set(one.deviceId, one);
      }
      return describe(scope, [...latest.values()]);
    },
  };

  async function withoutSample(wanted: FleetFilling[], span: { begin: Date; end: Date }) {
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

function isOf(
  one: { deviceId: number; began: number; ended: number },
  spot: { deviceId: number; since: Date; until: Date | null },
): boolean {
  return (
    spot.deviceId === one.deviceId &&
    spot.since.getTime() <= one.ended &&
    (spot.until === null || spot.until.getTime() >= one.began)
  );
}

function spanOf(query: { beginTime?: number | undefined; endTime?: number | undefined }, nowMs: number) {
  const end = query.endTime ?? (query.beginTime === undefined ? nowMs + day : query.beginTime + usualSpanMs);
  const begin = query.beginTime ?? end - usualSpanMs;
  if (end < begin) throw badField("endTime", { en: "lies before the begin", zh: "早于开始时间" });
  if (end - begin > longestSpanMs) {
    throw badField("beginTime", { en: "the span is longer than 31 days", zh: "时间跨度超过 31 天" });
  }
  return { begin: new Date(begin), end: new Date(end) };
}
