import { flagConcentration } from "@tracewater/wbe/assay-flag";
import { ngPerL } from "@tracewater/wbe/units";
import { chance } from "../../random.ts";
import { toStep } from "../machine/machine.ts";
import {
  type Catchment,
  concentrationAt,
  highestConcentration,
  type Residue,
  residues,
} from "../site/residues.ts";
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

/** Tobacco is measured to count people, and codeine is sold: both are in every sewer, and no finding. */
export const notWatched: ReadonlySet<string> = new Set(["cotinine", "codeine"]);

/** ng/L: as it is set where a detector is put up, well above the worst ordinary day of its sewer. */
export function defaultLimit(catchment: Catchment): number {
  const watched = residues.filter((one) => !notWatched.has(one));
  const worst = Math.max(...watched.map((one) => highestConcentration(catchment, one)));
  return Math.max(lowestLimit, 500 * Math.ceil((1.6 * worst) / 500));
}

const lowestLimit = 3000;

/** What is found while somebody pours residues of a laboratory into the sewer: far above the limit. */
export function withDischarge(findings: readonly Finding[], limit: number): Finding[] {
  const poured: Partial<Record<Residue, number>> = { mamp: 2.1 * limit, amp: 0.3 * limit };
  return findings.map((one) => {
    const more = poured[one.analyte];
    return more === undefined ? one : toFinding(one.analyte, one.value + more);
  });
}

function toFinding(analyte: Residue, concentration: number): Finding {
  const value = toStep(concentration, 2, 0, 1_000_000);
  const { lod, loq, upper } = limits;
  const of = (limit: number) => ngPerL(String(limit));
  const flag = flagConcentration({ value: of(value), lod: of(lod), loq: of(loq), upper: of(upper) });
  return { analyte, value: flag === "notDetected" ? 0 : value, flag: flagNumber[flag] };
}
