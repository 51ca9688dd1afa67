import type { LoadUncertainty, LoadWarning } from "@tracewater/contract/laboratory/loads";
import { consumption, doses } from "@tracewater/wbe/consumption";
import {
  amphetamineShare,
  withoutMethamphetamine,
  withoutTherapeutic,
} from "@tracewater/wbe/consumption-rule";
import { load, loadPer1000 } from "@tracewater/wbe/load";
import { populationPart } from "@tracewater/wbe/marker-population";
import {
  type DayPart,
  meanUncertainty,
  type SharedParts,
  splitChemistry,
} from "@tracewater/wbe/mean-uncertainty";
import { type Substitution, substitute } from "@tracewater/wbe/substitution";
import {
  correctionFactorOf,
  fraction,
  inhabitants,
  type MgPerDayPer1000,
  m3PerDay,
  mg,
  mgPerDayPer1000,
  ngPerLFromUgPerL,
  ugPerLFromNgPerL,
} from "@tracewater/wbe/units";
import { firstFormula, firstLoadValues } from "./first-formula.model.ts";
import type { LoadInputs, LoadValues } from "./load-values.ts";

/** Which of the formulas below made a number; another one where any of them changes. */
export const formulaVersion = "wbe-2";

/** By the formulas of the version that the load was made with. */
export function computeLoadValues(
  inputs: LoadInputs,
  assumed: LoadUncertainty,
  formula: string = formulaVersion,
): LoadValues {
  if (formula === firstFormula) return firstLoadValues(inputs, assumed);
  const mass = loadOf(inputs.concentration, inputs.flow);
  const per1000 = perThousandOf(mass, inputs.population);
  const share =
    inputs.methamphetamine === null
      ? null
      : perThousandOf(loadOf(inputs.methamphetamine, inputs.flow), inputs.population);
  const consumed = consumptionOf(inputs, per1000, share);
  const dose = inputs.doseMg;
  return {
    load: mass.toString(),
    per1000,
    subtracted: share === null ? null : mgPerDayPer1000(share).times(amphetamineShare.left).toString(),
    consumption: consumed,
    doses:
      consumed === null || dose === null ? null : doses({ consumption: consumed, dose: mg(Number(dose)) }),
    expanded: expandedOf(inputs, assumed, []),
    consumptionExpanded: consumed === null ? null : expandedOf(inputs, assumed, ["factor"]),
    dosesExpanded:
      consumed === null || dose === null ? null : expandedOf(inputs, assumed, ["factor", "dose"]),
  };
}

const loadOf = (concentration: string, flow: string) =>
  load({ concentration: ngPerLFromUgPerL(concentration), flow: m3PerDay(flow) });

// What is stored is what is counted on: the figures after it come out the same from the stored text.
function perThousandOf(mass: ReturnType<typeof loadOf>, population: number | null): string | null {
  return population === null
    ? null
    : loadPer1000({ load: mass, population: inhabitants(population) }).toString();
}

/** Of the parent drug, from what of a load is its own; null where there is none. */
function consumptionOf(
  {
    consumptionBar,
    factor,
    therapeuticShare,
  }: Pick<LoadInputs, "consumptionBar" | "factor" | "therapeuticShare">,
  per1000: string | null,
  methamphetamine: string | null,
) {
  if (per1000 === null || factor === null || consumptionBar !== null) return null;
  let own: MgPerDayPer1000 = mgPerDayPer1000(per1000);
  if (methamphetamine !== null) {
    own = withoutMethamphetamine({ amphetamine: own, methamphetamine: mgPerDayPer1000(methamphetamine) });
  }
  if (therapeuticShare !== null) {
    own = withoutTherapeutic({ morphine: own, therapeuticShare: fraction(Number(therapeuticShare)) });
  }
  return consumption({ load: own, factor: correctionFactorOf(Number(factor)) });
}

type Part = "factor" | "dose";

function expandedOf(inputs: LoadInputs, assumed: LoadUncertainty, parts: readonly Part[]): number | null {
  if (inputs.substituted) return null;
  return expandedOfMean([{ ...inputs, weight: 1 }], assumed, parts);
}

/** A day of a mean, as its uncertainty sees it: its weight is its load, or the bound of one below the LOQ. */
export type UncertainDay = Pick<
  LoadInputs,
  | ("chemistry" | "substituted" | "samplingGrowth" | "population" | "populationUncertainty" | "flowCancels")
  | ("factorUncertainty" | "doseUncertainty")
> & { weight: number };

/**
 * In percent, k = 2, of the mean of days; null where a quantified day has no uncertainty, or a part that is asked for has
 * none. A part that repeats is taken as that of the day where it is largest.
 */
export function expandedOfMean(
  days: readonly UncertainDay[],
  assumed: LoadUncertainty,
  parts: readonly Part[],
): number | null {
  const found = uncertaintyOfMean(days, assumed, parts);
  return found === null ? null : Math.round(2 * found.standard * 1e4) / 100;
}

/** What the uncertainty of a mean consists of, each relative and k = 1. */
type MeanParts = {
  standard: number;
  /** Bias and stability: the same at every plant that one laboratory measures. */
  method: number;
  population: number;
  /** Sampling, flow and the random part of the analysis: each plant's own. */
  own: number;
};

/** Of the mean of days; null as for `expandedOfMean`, and where all days are zero. */
export function uncertaintyOfMean(
  days: readonly UncertainDay[],
  assumed: LoadUncertainty,
  parts: readonly Part[],
): MeanParts | null {
  const split = days.map((day) =>
    splitChemistry({
      chemistry: day.substituted ? 0 : (day.chemistry ?? 0),
      bias: assumed.bias === null ? null : assumed.bias / 100,
    }),
  );
  if (days.some((day) => !day.substituted && day.chemistry === null)) return null;
  const factor = largest(days.map((day) => day.factorUncertainty));
  const dose = largest(days.map((day) => day.doseUncertainty));
  if ((parts.includes("factor") && factor === null) || (parts.includes("dose") && dose === null)) return null;
  const shared: SharedParts = {
    bias: Math.max(...split.map((one) => one.bias)),
    stability: assumed.stability / 100,
    flow: assumed.flow / 100,
    population: Math.max(...days.map((day) => populationPartOf(day, assumed))),
    populationFromMarker: days.every((day) => day.flowCancels),
    factor: parts.includes("factor") ? (factor ?? 0) / 100 : 0,
    dose: parts.includes("dose") ? (dose ?? 0) / 100 : 0,
  };
  const found = meanUncertainty({
    shared,
    days: days.map(
      (day, at): DayPart => ({
        load: day.weight,
        chemistry: split[at]?.random ?? 0,
        sampling: (assumed.sampling / 100) * day.samplingGrowth,
        isBound: day.substituted,
      }),
    ),
  });
  if (found === null) return null;
  const method = Math.hypot(shared.bias, shared.stability);
  const own = Math.hypot(found.random, shared.populationFromMarker ? 0 : shared.flow);
  return { standard: found.standard, method, population: shared.population, own };
}

/** What is stated with the population, else what is assumed; 0 where no population is in the number. */
function populationPartOf(
  { population, populationUncertainty, flowCancels }: UncertainDay,
  assumed: LoadUncertainty,
): number {
  if (population === null) return 0;
  if (populationUncertainty === null) return assumed.population / 100;
  const parts = { population: populationUncertainty / 100, flow: assumed.flow / 100, flowCancels };
  return populationPart(parts);
}

function largest(texts: readonly (string | null)[]): number | null {
  const known = texts.flatMap((text) => (text === null ? [] : [Number(text)]));
  return known.length < texts.length ? null : Math.max(...known);
}

export type Result = {
  flag: "quantified" | "belowLoq" | "notDetected" | "aboveRange" | "rejected";
  value: string | null;
  loq: string | null;
  uncertainty: string | null;
  /** Of the method in force, percent, k = 1: for results that state none of their own. */
  methodStandard?: number | null;
};

/** The concentration that a load is computed with, in μg/L; null where there is none. */
export function concentrationOf(
  { flag, value, loq, uncertainty, methodStandard = null }: Result,
  rule: Substitution,
): Pick<LoadInputs, "concentration" | "chemistry" | "substituted"> | null {
  if (flag === "quantified") {
    if (value === null) return null;
    const isKnown = uncertainty !== null && Number(value) > 0;
    const ofMethod = methodStandard === null ? null : methodStandard / 100;
    const chemistry = isKnown ? Number(uncertainty) / 2 / Number(value) : ofMethod;
    return { concentration: value, chemistry, substituted: false };
  }
  if (flag === "aboveRange" || flag === "rejected" || loq === null) return null;
  const used = substitute({ result: { flag, loq: ngPerLFromUgPerL(loq) }, rule });
  if (used === null) return null;
  return { concentration: ugPerLFromNgPerL(used.value).toString(), chemistry: null, substituted: true };
}

/** What has to be said alongside a load because of the figures of its point. */
export function warningsOf(load: {
  sampledOn: string;
  flowMethod: string;
  flowSince: string | null;
  population: number | null;
  expanded: number | null;
}): LoadWarning[] {
  const isOld = load.flowMethod !== "design" && load.flowSince !== load.sampledOn;
  return [
    ...(load.flowMethod === "design" ? (["flowByDesign"] as const) : []),
    ...(isOld ? (["flowOfAnotherDay"] as const) : []),
    ...(load.population === null ? (["noPopulation"] as const) : []),
    ...(load.expanded === null ? (["noUncertainty"] as const) : []),
  ];
}
