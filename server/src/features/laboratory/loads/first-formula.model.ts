/*
 * The formulas of version wbe-1, with which loads of before were made: they come out of these the same in every digit.
 * Nothing new is made with them.
 */
import type { LoadUncertainty } from "@tracewater/contract/laboratory/loads";
import { consumption, doses } from "@tracewater/wbe/consumption";
import { load, loadPer1000 } from "@tracewater/wbe/load";
import { combineUncertainty } from "@tracewater/wbe/uncertainty";
import {
  correctionFactorOf,
  inhabitants,
  m3PerDay,
  mg,
  mgPerDayPer1000,
  ngPerLFromUgPerL,
  relativeUncertainty,
} from "@tracewater/wbe/units";
import type { LoadInputs, LoadValues } from "./load-values.ts";

export const firstFormula = "wbe-1";

export function firstLoadValues(inputs: LoadInputs, assumed: LoadUncertainty): LoadValues {
  const { population, factor, doseMg, chemistry } = inputs;
  const mass = load({ concentration: ngPerLFromUgPerL(inputs.concentration), flow: m3PerDay(inputs.flow) });
  const per1000 =
    population === null ? null : loadPer1000({ load: mass, population: inhabitants(population) }).toString();
  const consumed =
    per1000 === null || factor === null
      ? null
      : consumption({ load: mgPerDayPer1000(per1000), factor: correctionFactorOf(Number(factor)) });
  return {
    load: mass.toString(),
    ...{ per1000, subtracted: null, consumption: consumed, consumptionExpanded: null, dosesExpanded: null },
    doses:
      consumed === null || doseMg === null
        ? null
        : doses({ consumption: consumed, dose: mg(Number(doseMg)) }),
    expanded: firstExpanded(chemistry === null ? [] : [chemistry], population !== null, assumed),
  };
}

/** In percent, k = 2, of the mean of so many days; null where no chemistry is known. */
export function firstExpanded(
  chemistry: readonly number[],
  hasPeople: boolean,
  assumed: LoadUncertainty,
): number | null {
  if (chemistry.length === 0) return null;
  const part = (percent: number) => relativeUncertainty(percent / 100);
  const squares = chemistry.reduce((sum, one) => sum + one * one, 0);
  const { expanded } = combineUncertainty({
    parts: {
      sampling: part(assumed.sampling),
      chemistry: relativeUncertainty(Math.sqrt(squares / chemistry.length)),
      flow: part(assumed.flow),
      population: part(hasPeople ? assumed.population : 0),
      correctionFactor: part(0),
    },
    days: chemistry.length,
  });
  return Math.round(expanded * 1e4) / 100;
}
