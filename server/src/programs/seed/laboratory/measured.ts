import type { AssayResult } from "@tracewater/contract/laboratory/assays";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import type { PublishedLoads } from "../published-loads.ts";
import { randomOf, wobble } from "./random.ts";

/** What is known of the sewer of a point. */
export type Catchment = { code: string; population: number; published: PublishedLoads };

/** mg per day and 1000 inhabitants where nothing was published of the plant, and the LOQ in μg/L. */
const typicalLoads: Record<AnalyteName, { load: number; loq: number; week?: readonly number[] }> = {
  amp: { load: 55, loq: 0.01, week: [1, 0.95, 0.95, 1, 1.1, 1.25, 1.2] },
  cotinine: { load: 2400, loq: 0.05 },
  benzoylEconine: { load: 320, loq: 0.005, week: [1.05, 0.85, 0.8, 0.85, 1.05, 1.4, 1.45] },
  cbd: { load: 28, loq: 0.02 },
  cbn: { load: 3, loq: 0.02 },
  cocaine: { load: 130, loq: 0.005, week: [1.05, 0.85, 0.8, 0.85, 1.05, 1.4, 1.45] },
  codeine: { load: 110, loq: 0.01 },
  ketamine: { load: 22, loq: 0.005, week: [1, 0.9, 0.85, 0.9, 1.05, 1.3, 1.35] },
  mamp: { load: 18, loq: 0.005 },
  mda: { load: 3, loq: 0.01, week: [1.3, 0.8, 0.7, 0.7, 0.9, 1.7, 2] },
  mdea: { load: 0.1, loq: 0.005 },
  mdma: { load: 22, loq: 0.005, week: [1.3, 0.75, 0.65, 0.7, 0.9, 1.9, 2.2] },
  methcathinone: { load: 0.4, loq: 0.005 },
  morphine: { load: 140, loq: 0.02 },
  norketamine: { load: 10, loq: 0.005, week: [1, 0.9, 0.85, 0.9, 1.05, 1.3, 1.35] },
  thc: { load: 2.5, loq: 0.02 },
  thcCooh: { load: 75, loq: 0.02, week: [1, 1, 1, 1, 1, 1.05, 1.05] },
  o6Acethyl: { load: 1.2, loq: 0.01 },
};

/** Parents and by-products follow the residue that was published, by mass. */
const follows: Partial<Record<AnalyteName, { of: AnalyteName; share: number }>> = {
  cocaine: { of: "benzoylEconine", share: 0.4 },
  norketamine: { of: "ketamine", share: 0.45 },
  mda: { of: "mdma", share: 0.12 },
};

const dryFlowPerPerson = 0.2;

/** m³ of a day; on some days it rains. */
export function flowOf({ code, population }: Catchment, day: string): number {
  const rain = randomOf(code, day, "rain") < 0.12 ? 1.3 + randomOf(code, day, "mm") * 0.7 : 1;
  return Math.round(population * dryFlowPerPerson * rain * wobble(0.06, code, day, "flow"));
}

/** What a laboratory finds of the 18 analytes in the water of a day; `spike` is a find out of the ordinary. */
export function resultsOf(
  catchment: Catchment,
  day: string,
  spike: { analyte: AnalyteName; times: number } | null,
): AssayResult[] {
  const flow = flowOf(catchment, day);
  return analyteName.options.map((analyte) => {
    const { loq } = typicalLoads[analyte];
    const times = spike?.analyte === analyte ? spike.times : 1;
    const mass = loadOn(catchment, analyte, day) * (catchment.population / 1000);
    const measured = ((mass * times) / flow) * wobble(0.09, catchment.code, day, analyte);
    return toResult(analyte, measured, loq, randomOf(catchment.code, day, analyte, "recovery"));
  });
}

function loadOn({ code, published }: Catchment, analyte: AnalyteName, day: string): number {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const publishedLoad = published[analyte]?.[weekday];
  if (publishedLoad !== undefined) return publishedLoad;
  const parent = follows[analyte];
  const ofParent = parent === undefined ? undefined : published[parent.of]?.[weekday];
  if (parent !== undefined && ofParent !== undefined) return ofParent * parent.share;
  const { load, week } = typicalLoads[analyte];
  return load * (week?.[weekday] ?? 1) * (0.7 + 0.6 * randomOf(code, analyte, "habit"));
}

function toResult(analyte: AnalyteName, measured: number, loq: number, luck: number): AssayResult {
  const lod = loq / 4;
  const unstated = { ionRatio: null, retentionTime: null, enantiomericFraction: null };
  const limits = { lod: decimal(lod), loq: decimal(loq), ...unstated };
  const recovery = Math.round(82 + 34 * luck);
  const none = { analyte, value: null, uncertainty: null, recovery, ...limits };
  if (measured < lod) return { ...none, flag: "notDetected" };
  const value = decimal(measured);
  if (Number(value) < loq) return { ...none, flag: "belowLoq" };
  return {
    ...{ analyte, value, flag: "quantified", ...limits, recovery },
    uncertainty: decimal(measured * (0.16 + 0.08 * luck)),
  };
}

/** Four digits that count, without an exponent. */
export function decimal(value: number): string {
  const places = Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(value))));
  return value
    .toFixed(places)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}
