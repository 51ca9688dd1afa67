import type { StandardCurve } from "@tracewater/wbe/standard-curve";
import type { Polarity } from "../read/reading-method.ts";

/**
 * What divides positive from negative: a T/C ratio, a concentration through the lot's curve, or the contrast of T
 * itself (its limit of blank), for boards whose C line says only that the liquid has run.
 */
export type CutOff =
  | { readonly kind: "ratio"; readonly value: number }
  | { readonly kind: "concentration"; readonly value: number }
  | { readonly kind: "contrast"; readonly value: number };

/** The curve of a lot with its covariance of (a, b, ln c, d), where it was fitted; null where it was declared. */
export interface LotCurve extends StandardCurve {
  readonly covariance: readonly (readonly number[])[] | null;
}

/** What a lot and its type say about a reading. Signals are in the unit in which the lot was calibrated. */
export interface JudgingLot {
  readonly polarity: Polarity;
  /** YYYY-MM or YYYY-MM-DD; a month counts to its last day. */
  readonly expiresOn: string;
  /** Seconds from the application of the sample. */
  readonly readFrom: number;
  readonly readUntil: number;
  /** °C. */
  readonly tempLow: number;
  readonly tempHigh: number;
  /** The least signal of the C line, and the nominal one where the lot declares it. */
  readonly minimumC: number;
  readonly nominalC: number | null;
  /** The darkest (for emission the brightest) membrane that counts as cleared, levels; null: not judged. */
  readonly maxBackground: number | null;
  readonly cutOff: CutOff;
  readonly curve: LotCurve | null;
  /** Relative standard deviation of T/C from board to board. */
  readonly repeat: number;
}

/** Where and when the board was read. Null: the device did not report it, and it is not judged. */
export interface ReadingContext {
  /** The day in the time zone of the device, YYYY-MM-DD. */
  readonly readOn: string;
  readonly readAfter: number | null;
  readonly boardTemp: number | null;
}

/** The figures that are judged, in the unit of the lot. */
export interface LineValues {
  readonly c: number;
  /** C over its scatter; null where a device reports none. */
  readonly cSnr: number | null;
  readonly t: number;
  readonly tSnr: number | null;
  readonly ratio: number | null;
  /** Standard uncertainty of the ratio without the scatter from board to board. */
  readonly ratioU: number;
  readonly background: number | null;
  readonly isCInPlace: boolean;
}
