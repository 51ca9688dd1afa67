import type { JudgingLot } from "@tracewater/boards/judge/board-lot";
import { lastDayOf } from "@tracewater/boards/judge/judge-board";
import { fixtures } from "@tracewater/boards/read/fixtures";
import type { ReadingMethod } from "@tracewater/boards/read/reading-method";
import type { boardExpiry } from "@tracewater/contract/laboratory/boards";
import type { z } from "zod";
import type { JudgedLot } from "./board-catalog.store.ts";

const soonDays = 60;

/** Whether a lot may be used on a day, and for how long yet. */
export function expiryOf(expiresOn: string, today: string): z.infer<typeof boardExpiry> {
  const last = lastDayOf(expiresOn);
  if (today > last) return "expired";
  const left = (Date.parse(last) - Date.parse(today)) / 86_400_000;
  return left <= soonDays ? "soon" : "valid";
}

/** How pictures of the boards of a lot are read. */
export function methodOf(lot: JudgedLot): ReadingMethod {
  const { polarity, channel, signal } = lot;
  return { polarity, channel, signal, ...fixtures[lot.fixture] };
}

/** What a reading is judged by: C in counts of a detector, or as the contrast in a picture. */
export function judgingLotOf(lot: JudgedLot, of: "device" | "picture"): JudgingLot {
  const { a, b, c, d, low, high, ratioCutOff } = lot;
  const hasCurve = a !== null && b !== null && c !== null && d !== null && low !== null && high !== null;
  const curve = hasCurve ? { a, b, c, d, low, high, covariance: lot.covariance } : null;
  return {
    ...{ polarity: lot.polarity, expiresOn: lot.expiresOn },
    ...{ readFrom: lot.readFrom, readUntil: lot.readUntil, tempLow: lot.tempLow, tempHigh: lot.tempHigh },
    minimumC: of === "device" ? lot.minimumC : lot.minimumContrast,
    nominalC: of === "device" ? lot.nominalC : lot.nominalContrast,
    // A detector reports its background in counts of its own.
    maxBackground: of === "device" ? null : lot.maxBackground,
    cutOff:
      ratioCutOff === null
        ? { kind: "concentration", value: lot.cutOff }
        : { kind: "ratio", value: ratioCutOff },
    curve,
    repeat: lot.repeat / 100,
  };
}
