import { responseAt } from "@tracewater/wbe/standard-curve";
import { type Quantity, quantify } from "../curve/quantify.ts";
import { roundFigures } from "../read/round-figures.ts";
import type { JudgingLot, LineValues, LotCurve, ReadingContext } from "./board-lot.ts";

export type Outcome = "positive" | "negative" | "invalid" | "outOfRange" | "expiredLot" | "refused";

/** Why there is neither a positive nor a negative. */
export type OutcomeReason =
  | "pictureRefused"
  | "lotExpired"
  | "readEarly"
  | "readLate"
  | "temperatureOut"
  | "weakControl"
  | "noisyControl"
  | "displacedControl"
  | "background"
  | "noCutOff"
  | "ratioOutside";

/** borderline: within 2 u of the cut-off. possibleHook: dilute 1:10 and read again. */
export type OutcomeFlag = "borderline" | "possibleHook";

export interface Judgement {
  readonly outcome: Outcome;
  readonly reason: OutcomeReason | null;
  readonly flags: readonly OutcomeFlag[];
  readonly ratio: number | null;
  readonly ratioU: number | null;
  /** T/C (or the contrast of T) at the cut-off. */
  readonly cutOff: number | null;
  readonly quantity: Quantity | null;
}

const minSnr = 10;

/**
 * Concludes in a fixed order: refused picture, expired lot, reading time, temperature, control line, background,
 * cut-off. The quantity is apart from the outcome: a value outside the calibrated range is "< low" or "> high" next to a
 * positive or negative. `outOfRange` is left for a ratio that no concentration gives: more than 3 u beyond the
 * asymptotes, and below zero where the lower asymptote is above it, since a line can vanish.
 */
export function judgeBoard(input: {
  lot: JudgingLot;
  context: ReadingContext;
  values: LineValues | null;
  isRefused: boolean;
}): Judgement {
  const { lot, context, values, isRefused } = input;
  const reason = unfitReason(lot, context, values, isRefused);
  const ratio = values?.ratio ?? null;
  const ratioU = values === null || ratio === null ? null : Math.hypot(values.ratioU, ratio * lot.repeat);
  const common = { ratio, ratioU, cutOff: cutOffOf(lot) };
  if (reason !== null || values === null || ratio === null || ratioU === null)
    return roundFigures({
      ...{ outcome: outcomeOf(reason ?? "weakControl"), reason: reason ?? "weakControl" },
      ...{ flags: [], ...common, quantity: null },
    });
  if (lot.curve !== null && isOutside(lot.curve, ratio, ratioU))
    return roundFigures({
      outcome: "outOfRange",
      reason: "ratioOutside",
      flags: [],
      ...common,
      quantity: null,
    });
  const { isPositive, distance } = compare(lot, values, ratio, ratioU);
  return roundFigures({
    outcome: isPositive ? "positive" : "negative",
    reason: null,
    flags: [
      ...(distance < 2 ? (["borderline"] as const) : []),
      ...(isHooked(lot, values) ? (["possibleHook"] as const) : []),
    ],
    ...common,
    quantity: lot.curve === null ? null : quantify({ curve: lot.curve, response: ratio, responseU: ratioU }),
  });
}

function unfitReason(
  lot: JudgingLot,
  context: ReadingContext,
  values: LineValues | null,
  isRefused: boolean,
): OutcomeReason | null {
  const { readAfter, boardTemp } = context;
  if (isRefused || values === null) return "pictureRefused";
  if (context.readOn > lastDayOf(lot.expiresOn)) return "lotExpired";
  if (readAfter !== null && readAfter < lot.readFrom) return "readEarly";
  if (readAfter !== null && readAfter > lot.readUntil) return "readLate";
  if (boardTemp !== null && (boardTemp < lot.tempLow || boardTemp > lot.tempHigh)) return "temperatureOut";
  // Written so that a figure that is no number is weak.
  if (!(values.c >= lot.minimumC) || values.c <= 0) return "weakControl";
  if (values.cSnr !== null && !(values.cSnr >= minSnr)) return "noisyControl";
  if (!values.isCInPlace) return "displacedControl";
  if (lot.maxBackground !== null && values.background !== null && values.background > lot.maxBackground)
    return "background";
  if (cutOffOf(lot) === null) return "noCutOff";
  return null;
}

function outcomeOf(reason: OutcomeReason): Outcome {
  if (reason === "pictureRefused") return "refused";
  if (reason === "lotExpired") return "expiredLot";
  return reason === "ratioOutside" ? "outOfRange" : "invalid";
}

/** The last day on which a lot counts: `2027-02` is 2027-02-28. */
export function lastDayOf(expiresOn: string): string {
  if (expiresOn.length !== 7) return expiresOn;
  const [year = 0, month = 1] = expiresOn.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The ratio, or the contrast of T, at the cut-off; null where the curve does not reach it. */
function cutOffOf({ cutOff, curve }: JudgingLot): number | null {
  if (cutOff.kind !== "concentration") return cutOff.value;
  if (curve === null || cutOff.value < curve.low || cutOff.value > curve.high) return null;
  return responseAt({ curve, concentration: cutOff.value });
}

/** Competitive: at or below the cut-off is positive; turn-on: at or above. Distance in standard uncertainties. */
function compare(lot: JudgingLot, values: LineValues, ratio: number, ratioU: number) {
  const limit = cutOffOf(lot) ?? Number.NaN;
  const byContrast = lot.cutOff.kind === "contrast";
  const value = byContrast ? values.t : ratio;
  const u = byContrast ? ratioU * values.c : ratioU;
  const isPositive = lot.polarity === "competitive" ? value <= limit : value >= limit;
  return { isPositive, distance: u > 0 ? Math.abs(value - limit) / u : Number.POSITIVE_INFINITY };
}

function isOutside(curve: LotCurve, ratio: number, u: number): boolean {
  const [bottom, top] = [Math.min(curve.a, curve.d, 0), Math.max(curve.a, curve.d)];
  return ratio < bottom - 3 * u || ratio > top + 3 * u;
}

/**
 * An abundance of analyte binds the label before it reaches C: C falls first, and T/C rises while both fall (Ross et al. 2021,
 * Anal. Chem., PMID 33185097). Turn-on boards only.
 */
function isHooked(lot: JudgingLot, values: LineValues): boolean {
  return (
    lot.polarity === "turnOn" &&
    lot.nominalC !== null &&
    values.c < 0.6 * lot.nominalC &&
    (values.tSnr === null || values.tSnr > minSnr)
  );
}
