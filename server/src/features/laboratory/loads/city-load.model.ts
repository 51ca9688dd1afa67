/* The loads of cities from those of their plants. */
import type { CityLoad, CityPlantLoad } from "@tracewater/contract/laboratory/city-loads";
import { daySets } from "@tracewater/contract/laboratory/load-series";
import { type CityPlant, cityMean, cityUncertainty } from "@tracewater/wbe/city-mean";
import { formatQuotient } from "@tracewater/wbe/exact";
import { intervalOf } from "@tracewater/wbe/mean-uncertainty";
import { sampleUse } from "@tracewater/wbe/sample-use";
import { inhabitants, mgPerDayPer1000 } from "@tracewater/wbe/units";
import type { CityPoint } from "./city-load.store.ts";
import type { StoredLoad } from "./load.store.ts";
import { seriesOf, uncertaintyOfLoads } from "./series.model.ts";

type Span = { from: string; until: string };
type Day = { day: string; mean: string; plants: number; share: number };

/** A plant with its loads per 1000 inhabitants; those of other samples than 24-hour composites are not among them. */
type Plant = { shown: CityPlantLoad; part: CityPlant | null; hasInterval: boolean; loads: StoredLoad[] };

/** Each city with its plants, the highest mean first; those without a mean last. */
export function citiesOf(
  points: readonly CityPoint[],
  loads: readonly StoredLoad[],
  asked: Span & { phase: "liquid" | "total" },
): { city: CityLoad; plants: Plant[] }[] {
  const byPoint = new Map<number, StoredLoad[]>();
  for (const one of loads) {
    if (one.sampleKind !== null && sampleUse(one.sampleKind) !== "daily") continue;
    byPoint.set(one.pointId, [...(byPoint.get(one.pointId) ?? []), one]);
  }
  const groups = new Map<string, CityPoint[]>();
  for (const point of points) {
    const key = `${point.country}\n${point.city}`;
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  return [...groups.values()]
    .map((group) => {
      const plants = group.map((point) => plantOf(point, byPoint.get(point.pointId) ?? [], asked));
      return { city: cityOf(group, plants), plants };
    })
    .filter(({ plants }) => plants.some((one) => one.shown.days > 0))
    .sort((a, b) => Number(b.city.mean ?? -1) - Number(a.city.mean ?? -1));
}

function plantOf(point: CityPoint, loads: StoredLoad[], asked: Span & { phase: "liquid" | "total" }): Plant {
  const about = { pointId: point.pointId, code: point.code, name: point.name };
  const nothing = { mean: null, isMeanBelow: false, expanded: null, low: null, high: null };
  const newest = loads.at(-1);
  if (newest === undefined) {
    const shown = { ...about, ...nothing, population: point.population, days: 0, leftOut: "noLoad" as const };
    return { shown, part: null, hasInterval: false, loads };
  }
  const counted = loads.filter((one) => one.per1000 !== null);
  const { population } = counted.at(-1) ?? newest;
  const series = seriesOf({
    ...{ loads: counted, before: [], daySet: daySets.euda, phase: asked.phase, span: null },
  });
  if (series === null || series.means.daily === null || population === null) {
    const shown = { ...about, ...nothing, population, days: loads.length, leftOut: "noPopulation" as const };
    return { shown, part: null, hasInterval: false, loads: [] };
  }
  const { means, isMeanBelow, expanded, low, high } = series;
  const parts = uncertaintyOfLoads(counted, "per1000", []);
  const load = mgPerDayPer1000(series.means.daily);
  const { own = 0, population: uncertain = 0, method = 0 } = parts ?? {};
  const part = { load, population: inhabitants(population), own, inhabitants: uncertain, method };
  const mean = formatQuotient(load.toString());
  return {
    shown: {
      ...{ ...about, population, days: means.days.daily, mean, isMeanBelow, expanded, low, high },
      leftOut: null,
    },
    ...{ part, hasInterval: parts !== null || load.isZero(), loads: counted },
  };
}

function cityOf([first]: readonly CityPoint[], plants: readonly Plant[]): CityLoad {
  const { city = "", country = "" } = first ?? {};
  const parts = plants.flatMap((one) => one.part ?? []);
  const population = parts.reduce((sum, one) => sum + one.population, 0);
  const all = plants.map((one) => one.shown.population);
  const known = all.flatMap((one) => one ?? []).reduce((sum, one) => sum + one, 0);
  const about = {
    ...{ city, country, population, plants: plants.map((one) => one.shown) },
    share: all.includes(null) || known === 0 ? null : population / known,
  };
  const none = { expanded: null, low: null, high: null };
  if (parts.length === 0) return { ...about, ...none, mean: null, isMeanBelow: false };
  const mean = cityMean(parts);
  const counted = plants.filter((one) => one.part !== null);
  const isMeanBelow = counted.every((one) => one.shown.isMeanBelow);
  const standard = counted.every((one) => one.hasInterval) ? cityUncertainty(parts) : null;
  const interval = standard === null ? null : intervalOf({ value: mean.toNumber(), standard });
  return {
    ...{ ...about, mean: formatQuotient(mean.toString()), isMeanBelow },
    expanded: standard === null ? null : Math.round(2 * standard * 1e4) / 100,
    ...{ low: interval?.low ?? null, high: interval?.high ?? null },
  };
}

/** Day by day the mean of the plants that have a load on it, and how much of the city they are. */
export function daysOfCity(plants: readonly Plant[]): Day[] {
  const all = plants.flatMap((one) => one.part ?? []).reduce((sum, one) => sum + one.population, 0);
  const days = new Map<string, { load: ReturnType<typeof mgPerDayPer1000>; population: number }[]>();
  for (const { loads } of plants) {
    for (const { sampledOn, per1000, population } of loads) {
      if (per1000 === null || population === null) continue;
      days.set(sampledOn, [...(days.get(sampledOn) ?? []), { load: mgPerDayPer1000(per1000), population }]);
    }
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, found]) => ({
      day,
      mean: formatQuotient(
        cityMean(
          found.map((one) => ({ load: one.load, population: inhabitants(one.population) })),
        ).toString(),
      ),
      plants: found.length,
      share: Math.min(1, found.reduce((sum, one) => sum + one.population, 0) / all),
    }));
}
