import type { AnalyteName, FactorVersion } from "@tracewater/contract/laboratory/factors";
import {
  type LoadUncertainty,
  type LoadWarning,
  loadUncertainty,
} from "@tracewater/contract/laboratory/loads";
import type { AnalyteKey } from "@tracewater/wbe/analyte";
import {
  type AmphetamineState,
  amphetamineState,
  consumptionBar,
  ratiosOf,
} from "@tracewater/wbe/consumption-rule";
import { cancelsFlow } from "@tracewater/wbe/population";
import { type NgPerL, ngPerLFromUgPerL } from "@tracewater/wbe/units";
import { arithmeticNameOf } from "../factors/factor.service.ts";
import type { DayResult, DayRules, Skipped } from "./day-result.model.ts";
import { computeLoadValues, formulaVersion, warningsOf } from "./load.model.ts";
import type { NewLoad, StoredLoad } from "./load.store.ts";
import type { Asked, UsableAssay } from "./usable-assay.store.ts";

export type Versions = ReadonlyMap<AnalyteName, FactorVersion>;

/** What loads are made by; `kept` has the uncertainty that each day of a report keeps from the load in force. */
export type MakeAsked = Asked & DayRules & { uncertainty: LoadUncertainty; kept?: Kept | undefined };
type Kept = ReadonlyMap<string, LoadUncertainty>;

/** The uncertainty that loads in force were made with, by day and analyte. */
export function assumedOf(loads: readonly StoredLoad[]): Kept {
  return new Map(loads.map((one) => [keyOf(one), one.uncertainty]));
}

const keyOf = ({ sampledOn, analyte }: { sampledOn: string; analyte: AnalyteName }) =>
  `${sampledOn} ${analyte}`;

/** The loads of results that stand for their day, and those of which there is none. */
export function loadsOf(
  results: readonly DayResult[],
  skipped: readonly Skipped[],
  context: { asked: MakeAsked; versions: Versions },
): { loads: NewLoad[]; skipped: Skipped[] } {
  const byKey = new Map(results.map((one) => [keyOf(one.assay), one]));
  const left = [...skipped];
  const loads: NewLoad[] = [];
  for (const result of results) {
    const { assay } = result;
    const ofDay = (analyte: AnalyteName) => quantified(byKey.get(keyOf({ ...assay, analyte })));
    const made = makeLoad(result, ofDay, context);
    if (made !== null) loads.push(made);
    else {
      const { sampledOn, analyte, sampleNo, bodyCode } = assay;
      left.push({ sampledOn, analyte, sample: sampleNo ?? bodyCode, reason: "noFlow" });
    }
  }
  return { loads, skipped: left };
}

/** The concentration of a result that was quantified, μg/L. */
function quantified(result: DayResult | undefined): string | null {
  return result === undefined || result.substituted ? null : result.concentration;
}

type OfDay = (analyte: AnalyteName) => string | null;

function makeLoad(
  result: DayResult,
  ofDay: OfDay,
  { asked, versions }: { asked: MakeAsked; versions: Versions },
): NewLoad | null {
  const { assay, warnings, duplicateId, pairDifference, ...used } = result;
  const { flow, flowMethod, flowSince, population, populationMethod, sampledOn, analyte } = assay;
  if (flow === null || flowMethod === null) return null;
  const version = versions.get(analyte);
  const { factor = null, doseMg = null, factorId = null } = version ?? {};
  const amphetamine = analyte === "amp" ? stateOf(ofDay) : "own";
  const inputs = {
    ...used,
    ...{ flow: String(flow), population, factor, doseMg },
    populationUncertainty: assay.populationUncertainty,
    flowCancels: cancelsFlow({ method: populationMethod, sampledOn, since: assay.populationSince }),
    factorUncertainty: version?.factorUncertainty ?? null,
    doseUncertainty: version?.doseUncertainty ?? null,
    methamphetamine: amphetamine === "share" ? ofDay("mamp") : null,
    therapeuticShare: version?.therapeuticShare ?? null,
    consumptionBar: consumptionBar({
      ...{ analyte: arithmeticNameOf(analyte), isCensored: used.substituted, amphetamine },
      phase: asked.phase === "total" ? "total" : "liquid",
      isOwnFactor: version?.trust === "own",
      hasTherapeuticShare: (version?.therapeuticShare ?? null) !== null,
    }),
  };
  const kept = asked.kept?.get(keyOf(assay)) ?? biasOf(assay, asked.uncertainty);
  const values = computeLoadValues(inputs, kept ?? loadUncertainty.parse(asked.uncertainty));
  return {
    ...{ assayId: assay.assayId, sampledOn, analyte, flag: assay.flag, substitution: asked.substitution },
    ...{ formula: formulaVersion, flowMethod, flowSince, populationMethod, factorId, assumed: kept },
    ...{ samplingId: assay.samplingId, sampleKind: assay.sampleKind, duplicateId, pairDifference },
    ...inputs,
    ...values,
    warnings: [
      ...warningsOf({ ...{ sampledOn, flowMethod, flowSince, population }, expanded: values.expanded }),
      ...amphetamineWarnings[amphetamine],
      ...(isDumped(analyte, ofDay) ? (["likelyDumped"] as const) : []),
      ...warnings,
    ],
  };
}

/** u(bias) of the method in force, where the calculation was given none. */
function biasOf({ methodBias }: UsableAssay, asked: LoadUncertainty): LoadUncertainty | null {
  return methodBias === null || asked.bias !== null ? null : { ...asked, bias: methodBias };
}

const amphetamineWarnings: Readonly<Record<AmphetamineState, readonly LoadWarning[]>> = {
  below: ["amphetamineBelowMethamphetamine"],
  ambiguous: ["amphetamineFromMethamphetamine"],
  share: ["amphetamineShared"],
  own: [],
};

function stateOf(ofDay: OfDay): AmphetamineState {
  const [amphetamine, methamphetamine] = [ofDay("amp"), ofDay("mamp")];
  if (amphetamine === null) return "own";
  return amphetamineState({
    amphetamine: ngPerLFromUgPerL(amphetamine),
    methamphetamine: methamphetamine === null ? null : ngPerLFromUgPerL(methamphetamine),
  });
}

/** Either residue of a ratio beyond its limit. */
function isDumped(analyte: AnalyteName, ofDay: OfDay): boolean {
  const pair: readonly AnalyteName[] = ["cocaine", "benzoylEconine"];
  if (!pair.includes(analyte)) return false;
  const found = new Map<AnalyteKey, NgPerL>();
  for (const one of pair) {
    const value = ofDay(one);
    if (value !== null) found.set(arithmeticNameOf(one), ngPerLFromUgPerL(value));
  }
  return ratiosOf(found).some((ratio) => ratio.isDumped);
}
