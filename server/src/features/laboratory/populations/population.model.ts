/* Estimates of the population from markers: each day by itself, and the period by its median. */
import type {
  Marker,
  PopulationDay,
  PopulationMethod,
  PopulationParameter,
  PopulationSetting,
} from "@tracewater/contract/laboratory/populations";
import { marker as markerName, sampleMarker } from "@tracewater/contract/laboratory/populations";
import { meanContribution, populationOverDays } from "@tracewater/wbe/marker-population";
import { intervalOf } from "@tracewater/wbe/mean-uncertainty";
import { populationFromCotinine, populationFromMarker } from "@tracewater/wbe/population";
import {
  cigarettesPerInhabitantDay,
  fraction,
  gPerInhabitantDay,
  type Inhabitants,
  inhabitants,
  m3PerDay,
  mg,
  mgPerL,
  ngPerLFromUgPerL,
} from "@tracewater/wbe/units";
import { WbeError } from "@tracewater/wbe/wbe-error";
import type { QuantifiedDay } from "../loads/load.service.ts";
import { type Basis, perInhabitantOf, type Settings } from "./per-inhabitant.model.ts";
import type { MarkerResult, PopulationRecord } from "./population.store.ts";

/** A marker of one day; concentration in μg/L of cotinine, in mg/L of the others. */
export type DayMarker = {
  day: string;
  sampleNo: string | null;
  marker: Marker;
  markerId: number | null;
  concentration: number;
  /** The same, exactly. */
  text: string;
  /** Relative, k = 1. */
  standard: number | null;
  flow: number | null;
};

export function dayMarkers(cotinine: readonly QuantifiedDay[], others: readonly MarkerResult[]): DayMarker[] {
  return [
    ...cotinine.map(({ concentration, chemistry, ...rest }) => ({
      ...{ ...rest, marker: "cotinine" as const, markerId: null },
      ...{ concentration: Number(concentration), text: concentration, standard: chemistry },
    })),
    ...others.map(({ value, uncertainty, ...rest }) => ({
      ...{ ...rest, concentration: value, text: String(value) },
      standard: uncertainty === null ? null : uncertainty / 2 / value,
    })),
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** The days with the estimate of each marker. */
export function daysOf(markers: readonly DayMarker[], basis: Basis): PopulationDay[] {
  const days = new Map<string, PopulationDay>();
  for (const one of markers) {
    const known = days.get(one.day) ?? { day: one.day, sampleNo: one.sampleNo, flow: one.flow, markers: [] };
    known.markers.push({
      ...{ marker: one.marker, markerId: one.markerId, concentration: one.concentration },
      uncertainty:
        one.standard === null ? null : Number((2 * one.standard * one.concentration).toPrecision(6)),
      population: estimateOf(one, basis),
    });
    days.set(one.day, known);
  }
  return [...days.values()];
}

/** The settings with the mean of each chemical parameter at this point, over the census that held in the period. */
export function withPointMeans(
  settings: Settings,
  records: readonly PopulationRecord[],
  markers: readonly DayMarker[],
): PopulationSetting[] {
  const census = records.find((one) => one.method === "census");
  return [...settings.values()].map((setting) => {
    const isChemical = sampleMarker.options.some((one) => one === setting.parameter);
    if (census === undefined || census.population < 1 || !isChemical) return setting;
    const days = markers.flatMap(({ marker, concentration, flow }) =>
      marker === setting.parameter && flow !== null && flow > 0 ? [{ concentration, flow }] : [],
    );
    const found = meanContribution({ days, population: inhabitants(census.population) });
    if (found === null) return setting;
    const { perInhabitant, standard } = found;
    const uncertainty = standard === null ? null : Number((standard * 100).toPrecision(3));
    const value = Number(perInhabitant.toPrecision(4));
    return { ...setting, pointMean: { value, uncertainty, days: found.days, population: census.population } };
  });
}

/** Every method: records, then markers. */
export function methodsOf(
  records: readonly PopulationRecord[],
  markers: readonly DayMarker[],
  basis: Basis,
  used: Pick<PopulationRecord, "method" | "source"> | null,
): PopulationMethod[] {
  const recorded = (["census", "design", "mobile"] as const).flatMap((method): PopulationMethod[] => {
    const found = records.find((one) => one.method === method);
    return found === undefined ? [] : [{ ...recordOf(found), method, isUsed: used?.method === method }];
  });
  return [
    ...recorded,
    ...markerName.options.map((marker) =>
      methodOfMarker(
        marker,
        markers.filter((one) => one.marker === marker),
        basis,
        used !== null && isRecordOf(marker, used),
      ),
    ),
  ];
}

function recordOf({
  since,
  population,
  uncertainty,
  source,
}: PopulationRecord): Omit<PopulationMethod, "method" | "isUsed"> {
  const interval =
    uncertainty === null ? null : intervalOf({ value: population, standard: uncertainty / 100 });
  return {
    ...{ population, uncertainty, since, source, days: 0, isDesign: false, gap: null, missing: [] },
    low: interval === null ? null : Math.round(interval.low),
    high: interval === null ? null : Math.round(interval.high),
  };
}

/** The method under which a point keeps the estimate of a marker. */
export function recordMethodOf(marker: Marker): "cotinine" | "nh4n" | "hydrochem" {
  return marker === "cotinine" || marker === "nh4n" ? marker : "hydrochem";
}

/** The source of a record that was made from a marker begins with its name. */
export function sourceNameOf(marker: Marker): string {
  return marker.toUpperCase();
}

function isRecordOf(
  marker: Marker,
  { method, source }: Pick<PopulationRecord, "method" | "source">,
): boolean {
  if (method !== recordMethodOf(marker)) return false;
  return method !== "hydrochem" || source.startsWith(`${sourceNameOf(marker)};`);
}

function methodOfMarker(
  marker: Marker,
  days: readonly DayMarker[],
  basis: Basis,
  isUsed: boolean,
): PopulationMethod {
  const per = perInhabitantOf(marker, basis);
  const about = {
    ...{ method: marker, since: null, isUsed, source: sourceOf(marker, basis.settings) },
    isDesign: "isDesign" in per && per.isDesign,
  };
  const none = { population: null, uncertainty: null, low: null, high: null, days: 0 };
  if ("missing" in per) return { ...about, ...none, gap: "noSetting", missing: per.missing };
  if (days.length === 0) return { ...about, ...none, gap: "noResult", missing: [] };
  const known = days.flatMap((one) => {
    const estimate = estimateOf(one, basis);
    return estimate === null ? [] : [{ estimate: estimate as Inhabitants, standard: one.standard }];
  });
  if (known.length === 0) return { ...about, ...none, gap: "noFlow", missing: [] };
  const standards = known.flatMap((one) => one.standard ?? []);
  const { population, standard, low, high } = populationOverDays({
    estimates: known.map((one) => one.estimate),
    uncertainty: {
      concentration: standards.length < known.length ? null : Math.max(...standards),
      perInhabitant: per.standard,
      flow: basis.flow,
    },
  });
  const uncertainty = standard === null ? null : Number((standard * 100).toPrecision(6));
  return { ...about, population, uncertainty, low, high, days: known.length, gap: null, missing: [] };
}

function sourceOf(marker: Marker, settings: Settings): string {
  const names: readonly PopulationParameter[] =
    marker === "cotinine"
      ? [
          settings.get("cotininePerCigarette")?.value == null
            ? "nicotinePerCigarette"
            : "cotininePerCigarette",
          ...(["cigarettesPerSmoker", "smokerShare"] as const),
        ]
      : [marker];
  const sources = names.flatMap((name) => settings.get(name)?.source ?? "");
  return [...new Set(sources.filter((one) => one !== ""))].join("; ");
}

/** In whole inhabitants; null where it cannot be made. */
function estimateOf({ marker, text, concentration, flow }: DayMarker, basis: Basis): number | null {
  const per = perInhabitantOf(marker, basis);
  if ("missing" in per || flow === null || flow === 0) return null;
  try {
    const day = { flow: m3PerDay(String(flow)) };
    const found =
      marker === "cotinine"
        ? populationFromCotinine({
            ...{ ...day, cotinine: ngPerLFromUgPerL(text), domesticShare: fraction(1) },
            // One cigarette of so much cotinine: what an inhabitant adds is known as a mass already.
            ...{ cigarettes: cigarettesPerInhabitantDay(1), cotininePerCigarette: mg(per.value) },
          })
        : populationFromMarker({
            ...{ ...day, concentration: mgPerL(concentration) },
            perInhabitant: gPerInhabitantDay(per.value),
          });
    return Math.max(1, Math.round(found));
  } catch (error) {
    if (error instanceof WbeError) return null;
    throw error;
  }
}
