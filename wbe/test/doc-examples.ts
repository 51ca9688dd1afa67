// The worked examples of docs/wbe-arithmetic.md, and the functions they call.

import { Decimal } from "decimal.js";
import { z } from "zod";
import { agreement } from "../src/agreement.ts";
import { scheduleAliquots } from "../src/aliquot-schedule.ts";
import { flagConcentration } from "../src/assay-flag.ts";
import {
  chartUncertainty,
  controlLimits,
  individualLimits,
  relativePercentDifference,
  spikeRecovery,
} from "../src/batch-control.ts";
import { badResiduals, concentrationOnLine, fitCalibration } from "../src/calibration.ts";
import { categorySums } from "../src/category-sum.ts";
import { kaplanMeierMean, limitedMean, limitedSum } from "../src/censored-mean.ts";
import { changeClass } from "../src/change-class.ts";
import { cityMean } from "../src/city-mean.ts";
import { compareSpans } from "../src/comparison.ts";
import { compositeCoverage } from "../src/composite-coverage.ts";
import { consumption, correctionFactor, doses } from "../src/consumption.ts";
import { amphetamineState, withoutMethamphetamine, withoutTherapeutic } from "../src/consumption-rule.ts";
import { judgeControlChart } from "../src/control-chart.ts";
import { distributionOf } from "../src/distribution.ts";
import { meanWarnings } from "../src/euda.ts";
import { volumeOver } from "../src/flow-curve.ts";
import { load, loadPer1000 } from "../src/load.ts";
import { meanContribution } from "../src/marker-population.ts";
import { intervalOf, meanUncertainty, splitChemistry } from "../src/mean-uncertainty.ts";
import { pairedBias } from "../src/paired-bias.ts";
import {
  cotininePerCigarette,
  populationFromCotinine,
  populationFromMarker,
  populationUncertainty,
} from "../src/population.ts";
import { compositeQuality, pairResult } from "../src/sample-use.ts";
import { flowProportionalAliquot, pulsedVolume } from "../src/sampler-program.ts";
import { previewSampling } from "../src/sampling-preview.ts";
import { samplingWeeks, spanMeans } from "../src/sampling-weeks.ts";
import { warningsFor } from "../src/source-warnings.ts";
import { concentrationAt, responseAt } from "../src/standard-curve.ts";
import { substitute } from "../src/substitution.ts";
import { combineUncertainty } from "../src/uncertainty.ts";
import { ngPerLFromUgPerL } from "../src/units.ts";
import { weekMeans } from "../src/week.ts";
import { proficiencyClass, zScore } from "../src/z-score.ts";

const functions = {
  ngPerLFromUgPerL,
  load,
  loadPer1000,
  correctionFactor,
  consumption,
  doses,
  flagConcentration,
  substitute,
  weekMeans,
  spanMeans,
  samplingWeeks,
  distributionOf,
  meanWarnings,
  cityMean,
  changeClass,
  categorySums,
  combineUncertainty,
  populationFromMarker,
  populationFromCotinine,
  flowProportionalAliquot,
  pulsedVolume,
  volumeOver,
  scheduleAliquots,
  previewSampling,
  responseAt,
  concentrationAt,
  agreement,
  pairedBias,
  zScore,
  proficiencyClass,
  judgeControlChart,
  fitCalibration,
  concentrationOnLine,
  relativePercentDifference,
  spikeRecovery,
  controlLimits,
  warningsFor,
  pairResult,
  compositeQuality,
  compositeCoverage,
  limitedMean,
  limitedSum,
  kaplanMeierMean,
  compareSpans,
  meanUncertainty,
  intervalOf,
  splitChemistry,
  amphetamineState,
  withoutMethamphetamine,
  withoutTherapeutic,
  cotininePerCigarette,
  populationUncertainty,
  meanContribution,
  individualLimits,
  chartUncertainty,
  badResiduals,
};

export const functionNames = Object.keys(functions);

/** Calls a function with what the page gives, brands and all unchecked: bad inputs must be refused inside. */
export function call(name: string, input: unknown): unknown {
  const found = Object.entries(functions).find(([key]) => key === name);
  if (found === undefined) throw new Error(`docs/wbe-arithmetic.md names an unknown function: ${name}`);
  return (found[1] as (input: unknown) => unknown)(input);
}

const exampleSchema = z.union([
  z.strictObject({ function: z.string(), input: z.unknown(), result: z.unknown() }),
  z.strictObject({
    function: z.string(),
    input: z.unknown(),
    error: z.strictObject({ code: z.string(), field: z.string() }),
  }),
]);

export type DocExample = z.infer<typeof exampleSchema>;

export function parseExamples(page: string): DocExample[] {
  return [...page.matchAll(/```example\n([\s\S]*?)\n```/g)].map(([, json]) =>
    exampleSchema.parse(JSON.parse(json ?? "")),
  );
}

/** Texts that are decimal numbers become exact decimals, everything else stays. */
export function revive(json: unknown): unknown {
  if (typeof json === "string" && /^-?\d+(\.\d+)?$/.test(json)) return new Decimal(json);
  if (Array.isArray(json)) return json.map(revive);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, revive(value)]));
}
