/** What a picture of a board gives, as the server stores it and the console draws it. */
import { z } from "zod";

const gate = z.object({
  name: z.enum([
    ...(["stripFound", "windowSize", "inFrame", "edgeContrast", "membraneDark", "membraneBright"] as const),
    ...(["clipped", "illumination", "skew", "sharpness", "glare", "patchy"] as const),
  ]),
  verdict: z.enum(["pass", "flag", "refuse"]),
  value: z.number(),
  limit: z.number(),
});
export type BoardGate = z.infer<typeof gate>;

const line = z.object({
  at: z.number(),
  isFound: z.boolean(),
  area: z.number(),
  areaU: z.number(),
  contrast: z.number(),
  contrastU: z.number(),
  snr: z.number(),
  height: z.number(),
  fwhm: z.number(),
});

export const boardMeasurement = z.object({
  algorithm: z.string(),
  signal: z.string(),
  source: z.enum(["fixture", "found", "drawn"]),
  /** The band that was measured, in pixels of the upright picture; null where no strip was found. */
  band: z
    .object({
      x: z.number(),
      y: z.number(),
      ux: z.number(),
      uy: z.number(),
      length: z.number(),
      width: z.number(),
      lean: z.number(),
    })
    .nullable(),
  angle: z.number(),
  lineWidth: z.number(),
  c: line.nullable(),
  t: line.nullable(),
  background: z.number().nullable(),
  gates: z.array(gate),
  profile: z.object({ scale: z.number(), levels: z.array(z.number()), base: z.array(z.number()) }),
});
export type BoardMeasurement = z.infer<typeof boardMeasurement>;

export const boardOutcome = z.enum([
  "positive",
  "negative",
  "invalid",
  "outOfRange",
  "expiredLot",
  "refused",
]);
export type BoardOutcome = z.infer<typeof boardOutcome>;

/** `lotUnknown`: the platform has no lot of this number, or it is disabled. */
export const boardReason = z.enum([
  ...(["pictureRefused", "lotUnknown", "lotExpired", "readEarly", "readLate", "temperatureOut"] as const),
  ...(["weakControl", "noisyControl", "displacedControl", "background", "noCutOff", "ratioOutside"] as const),
]);

export const boardFlag = z.enum([
  ...(["borderline", "possibleHook", "differsFromDevice", "differsFromPicture"] as const),
  // A dilution of the sample gives a higher concentration; captures of the board differ by more than 5 %.
  ...(["hookedByDilution", "capturesDiffer"] as const),
]);

/** Inside the calibrated range a value with its standard uncertainty; beyond it the end of the range. */
export const boardQuantity = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), value: z.number(), u: z.number(), isSemiQuantitative: z.boolean() }),
  z.object({ kind: z.literal("below"), limit: z.number() }),
  z.object({ kind: z.literal("above"), limit: z.number() }),
]);
export type BoardQuantity = z.infer<typeof boardQuantity>;

export const boardJudgement = z.object({
  outcome: boardOutcome,
  reason: boardReason.nullable(),
  flags: z.array(boardFlag),
  ratio: z.number().nullable(),
  ratioU: z.number().nullable(),
  cutOff: z.number().nullable(),
  quantity: boardQuantity.nullable(),
});

/** A strip that a person drew; see `from` and `to` as the mid-line from before C to behind T. */
export const boardRegion = z.object({
  from: z.tuple([z.number().min(-50_000).max(50_000), z.number().min(-50_000).max(50_000)]),
  to: z.tuple([z.number().min(-50_000).max(50_000), z.number().min(-50_000).max(50_000)]),
  width: z.number().min(1).max(12_000),
  c: z.number().min(0).max(1),
  t: z.number().min(0).max(1),
  lineWidth: z.number().min(0.005).max(0.5),
});
export type BoardRegion = z.infer<typeof boardRegion>;

export const boardPictureFile = z.object({
  sha256: z.string(),
  bytes: z.number().int(),
  format: z.enum(["png", "jpeg"]),
  width: z.number().int(),
  height: z.number().int(),
  orientation: z.number().int(),
  hasProfile: z.boolean(),
  decoder: z.string(),
});
