import { flagConcentration } from "@tracewater/wbe/assay-flag";
import { ngPerL } from "@tracewater/wbe/units";
import { chance } from "../../random.ts";
import { toStep } from "../machine/machine.ts";
import { type Catchment, concentrationAt, type Residue, residues } from "../site/residues.ts";
import { stream } from "../site/stream.ts";

/** One value of a result: ng/L, and the number of its flag in the thing model. */
export type Finding = { analyte: Residue; value: number; flag: number };

/** ng/L: what the method can report from nothing, can quantify, and its highest calibrator. */
export const limits = { lod: 0.3, loq: 1, upper: 20_000 };

const flagNumber = { quantified: 0, belowLoq: 1, notDetected: 2, aboveRange: 3 } as const;

/** What the device finds in the water of a moment; the same for the same moment, however often it is asked. */
export function measure(catchment: Catchment, ms: number): Finding[] {
  return residues.map((analyte, place) => {
    const error =
      1 + 0.08 * (chance(catchment.seed, stream.assay + 100 * place, Math.floor(ms / 1000)) - 0.5);
    return toFinding(analyte, concentrationAt(catchment, analyte, ms) * error);
  });
}

function toFinding(analyte: Residue, concentration: number): Finding {
  const value = toStep(concentration, 2, 0, 1_000_000);
  const { lod, loq, upper } = limits;
  const of = (limit: number) => ngPerL(String(limit));
  const flag = flagConcentration({ value: of(value), lod: of(lod), loq: of(loq), upper: of(upper) });
  return { analyte, value: flag === "notDetected" ? 0 : value, flag: flagNumber[flag] };
}
