import type { LoadUncertainty, LoadWarning } from "@tracewater/contract/laboratory/loads";
import { consumption, doses } from "@tracewater/wbe/consumption";
import { load, loadPer1000 } from "@tracewater/wbe/load";
import { warningsFor } from "@tracewater/wbe/source-warnings";
import { type Substitution, substitute } from "@tracewater/wbe/substitution";
import { combineUncertainty } from "@tracewater/wbe/uncertainty";
import {
  correctionFactorOf,
  inhabitants,
  m3PerDay,
  mg,
  mgPerDayPer1000,
  ngPerLFromUgPerL,
  relativeUncertainty,
  ugPerLFromNgPerL,
} from "@tracewater/wbe/units";

/** Which of the formulas below made a number; another one where any of them changes. */
export const formulaVersion = "wbe-1";

/** All that the figures of a load follow from; decimals as texts. */
export type LoadInputs = {
  /** μg/L; what stands in for a result below the LOQ is computed already. */
  concentration: string;
  /** Relative standard uncertainty of the result, k = 1; null where it is not known. */
  chemistry: number | null;
  /** m³/d. */
  flow: string;
  population: number | null;
  factor: string | null;
  doseMg: string | null;
};

export type LoadFigures = {
  /** mg/d, and mg/d of 1000 inhabitants. */
  load: string;
  per1000: string | null;
  /** Of the parent drug, mg/d and doses a day of 1000 inhabitants. */
  consumption: number | null;
  doses: number | null;
  /** Of the load per 1000 inhabitants, in percent, k = 2. */
  expanded: number | null;
};

export function computeFigures(inputs: LoadInputs, assumed: LoadUncertainty): LoadFigures {
  const { population, factor, doseMg } = inputs;
  const mass = load({
    concentration: ngPerLFromUgPerL(inputs.concentration),
    flow: m3PerDay(inputs.flow),
  });
  const perThousand =
    population === null ? null : loadPer1000({ load: mass, population: inhabitants(population) });
  // What is stored is what is counted on: the figures after it come out the same from the stored text.
  const per1000 = perThousand === null ? null : perThousand.toString();
  const consumed =
    per1000 === null || factor === null
      ? null
      : consumption({ load: mgPerDayPer1000(per1000), factor: correctionFactorOf(Number(factor)) });
  return {
    load: mass.toString(),
    per1000,
    consumption: consumed,
    doses:
      consumed === null || doseMg === null
        ? null
        : doses({ consumption: consumed, dose: mg(Number(doseMg)) }),
    expanded: expandedOf(inputs, assumed),
  };
}

function expandedOf({ chemistry, population }: LoadInputs, assumed: LoadUncertainty): number | null {
  if (chemistry === null) return null;
  const part = (percent: number) => relativeUncertainty(percent / 100);
  const { expanded } = combineUncertainty({
    parts: {
      sampling: part(assumed.sampling),
      chemistry: relativeUncertainty(chemistry),
      flow: part(assumed.flow),
      population: part(population === null ? 0 : assumed.population),
      correctionFactor: part(0),
    },
    days: 1,
  });
  return Math.round(expanded * 1e4) / 100;
}

export type Result = {
  flag: "quantified" | "belowLoq" | "notDetected" | "aboveRange" | "rejected";
  value: string | null;
  loq: string | null;
  uncertainty: string | null;
};

/** The concentration that a load is computed with, in μg/L; null where there is none. */
export function concentrationOf(
  { flag, value, loq, uncertainty }: Result,
  rule: Substitution,
): (Pick<LoadInputs, "concentration" | "chemistry"> & { substituted: boolean }) | null {
  if (flag === "quantified") {
    if (value === null) return null;
    const chemistry = uncertainty === null ? null : Number(uncertainty) / 2 / Number(value);
    return { concentration: value, chemistry, substituted: false };
  }
  if (flag === "aboveRange" || flag === "rejected" || loq === null) return null;
  const used = substitute({ result: { flag, loq: ngPerLFromUgPerL(loq) }, rule });
  if (used === null) return null;
  return { concentration: ugPerLFromNgPerL(used.value).toString(), chemistry: null, substituted: true };
}

/** What has to be said beside a load because of what it was made of. */
export function warningsOf(load: {
  sampledOn: string;
  flowMethod: string;
  flowSince: string | null;
  population: number | null;
  expanded: number | null;
  isAmbiguous: boolean;
}): LoadWarning[] {
  const isOld = load.flowMethod !== "design" && load.flowSince !== load.sampledOn;
  return [
    ...(load.flowMethod === "design" ? (["flowByDesign"] as const) : []),
    ...(isOld ? (["flowOfAnotherDay"] as const) : []),
    ...(load.population === null ? (["noPopulation"] as const) : []),
    ...(load.expanded === null ? (["noUncertainty"] as const) : []),
    ...(load.isAmbiguous ? (["amphetamineFromMethamphetamine"] as const) : []),
  ];
}

/** Whether amphetamine lies where all of it may be a residue of methamphetamine. */
export function isAmbiguous(amphetamine: Result, methamphetamine: Result | undefined): boolean {
  const of = (analyte: "amphetamine" | "methamphetamine", { flag, value }: Result) => ({
    ...{ sample: "", analyte, flag, phase: "liquid" as const },
    concentration: flag === "quantified" && value !== null ? ngPerLFromUgPerL(value) : null,
  });
  if (methamphetamine === undefined) return false;
  return warningsFor([of("amphetamine", amphetamine), of("methamphetamine", methamphetamine)]).some(
    ({ key }) => key === "amphetamineFromMethamphetamine",
  );
}
