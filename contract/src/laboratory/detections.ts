/**
 * Detections: the runs of online detectors, each a record that was made once of what its device reported. Concentrations
 * are in μg/L. After a failed control they are withheld until a person decides, with a reason; one that was applied is a
 * water assay with the source `online`, which another person reviews.
 */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { bottleCode } from "../field/bottle-code.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { assayFlag, assayState } from "./assay-fields.ts";
import { analyteName } from "./factors.ts";
import { assayExceedance } from "./limits.ts";

const may = (verb: string) => permission(`laboratory:detection:${verb}`);
const path = "/v2/admin/laboratory/detection";

/** `withheld`: a control before it failed, nobody decided yet; `released`: a person takes it as good nonetheless. */
export const detectionState = z.enum(["ready", "withheld", "released", "rejected", "applied"]);
export type DetectionState = z.infer<typeof detectionState>;

/** What the last control before a run says. */
export const controlOutcome = z.enum(["passed", "failed", "notRun"]);
export type ControlOutcome = z.infer<typeof controlOutcome>;

const detectionFields = {
  detectionId: z.number().int(),
  deviceName: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  /** Where the device was during the run; null where it was bound to no point. */
  pointId: z.number().int().nullable(),
  pointName: z.string().nullable(),
  /** When the result was reported. */
  measuredAt: epochMs,
  startedAt: epochMs,
  sampleNo: z.string(),
  method: z.string(),
  /** Of the 18 analytes. */
  quantified: z.number().int(),
  /** Of the internal standard, %. */
  recovery: z.number().nullable(),
  qc: controlOutcome,
  blank: controlOutcome,
  /** How many analytes were above the limit that is set in the device. */
  exceeded: z.number().int(),
  state: detectionState,
};
const detection = z.object(detectionFields);
export type Detection = z.infer<typeof detection>;

const deviceName = z.string().trim().min(1).max(64);

const query = z.object({
  ...paging,
  deviceName,
  /** Runs in which this analyte was quantified, or above the range. */
  analyte: blank(analyteName),
  state: blank(detectionState),
  qc: blank(controlOutcome),
  /** "1": only runs with an analyte above its limit. */
  exceeded: blank(z.enum(["0", "1"])),
  ...timeSpan,
});

/** Newest first. */
export const listDetections = defineCall({
  name: "listDetections",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  reply: page(detection),
});

export const { export: exportDetections, exportByForm: exportDetectionsByForm } = defineExport({
  name: "exportDetections",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export detections", zh: "导出在线检测记录" },
  query,
});

/** An analyte above the limit of the device; `bottle` is the detector's own, 0 where all were full. */
const exceededLimit = z.object({
  value: z.string(),
  limit: z.string(),
  bottle: z.number().int(),
  at: epochMs,
});

const detectedValue = z.object({
  analyte: analyteName,
  value: z.string().nullable(),
  flag: assayFlag,
  lod: z.string().nullable(),
  loq: z.string().nullable(),
  /** Expanded, k = 2; null where the laboratory set none for this method. */
  uncertainty: z.string().nullable(),
  exceeded: exceededLimit.nullable(),
});
export type DetectedValue = z.infer<typeof detectedValue>;

/** What followed from the finds of a run: one bottle, one event sample, one work order, and the alarm of the rule. */
export const detectionFollowed = assayExceedance
  .pick({ hold: true, alarm: true, command: true, order: true })
  .extend({ findId: z.number().int() });
export type DetectionFollowed = z.infer<typeof detectionFollowed>;

/** A run by its time: epoch milliseconds, 10 digits are seconds. */
export const getDetection = defineCall({
  name: "getDetection",
  method: "GET",
  path: `${path}/:deviceName/:time`,
  access: may("query"),
  params: z.object({ deviceName, time: epochInput }),
  reply: data(
    z.object({
      ...detectionFields,
      values: z.array(detectedValue),
      controls: z.object({
        qcAt: epochMs.nullable(),
        qcRecovery: z.number().nullable(),
        blankAt: epochMs.nullable(),
        calibration: z.object({ at: epochMs, r2: z.number().nullable(), outcome: controlOutcome }).nullable(),
      }),
      /** During the run: MPa, and the stages by their numbers in the thing model. */
      pressure: z.array(z.object({ at: epochMs, value: z.number() })),
      stages: z.array(z.object({ at: epochMs, stage: z.number().int() })),
      decision: z.object({ by: z.string(), at: epochMs, reason: z.string() }).nullable(),
      applied: z.object({ by: z.string(), at: epochMs }).nullable(),
      /** Null where nothing was above its limit. */
      followed: detectionFollowed.nullable(),
      assays: z.array(z.object({ assayId: z.number().int(), analyte: analyteName, state: assayState })),
    }),
  ),
});
export type DetectionDetail = z.infer<typeof getDetection.reply>["data"];

const reason = z.string().trim().max(500);

/** Of a withheld run, once. */
export const decideDetection = defineCall({
  name: "decideDetection",
  method: "PUT",
  path: `${path}/decision`,
  access: may("edit"),
  personOnly: true,
  title: { en: "Decide on a withheld detection", zh: "处置暂扣的检测结果" },
  body: z.object({ detectionId: idInBody, decision: z.enum(["release", "reject"]), reason: reason.min(1) }),
});

/** The bottle that a find kept at the sampler is free from then on. */
export const releaseDetectionHold = defineCall({
  name: "releaseDetectionHold",
  method: "PUT",
  path: `${path}/hold/release`,
  access: permission("laboratory:limit:release"),
  personOnly: true,
  title: { en: "Release the bottle of a detection", zh: "解除在线检测留样" },
  body: z.object({ detectionId: idInBody, reason: reason.min(1) }),
});

/** The bottles that held water of the point at the time of a run; an assay belongs to one of them. */
export const listDetectionBottles = defineCall({
  name: "listDetectionBottles",
  method: "GET",
  path: `${path}/:id/bottles`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    z.array(
      z.object({
        bodyCode: z.string(),
        sampleNo: z.string().nullable(),
        deviceName: z.string().nullable(),
        slot: z.number().int().nullable(),
        sampledOn: z.iso.date(),
        pointCode: z.string(),
      }),
    ),
  ),
});
export type DetectionBottle = z.infer<typeof listDetectionBottles.reply>["data"][number];

/**
 * Takes a run over as water assays in review, all of its analytes or none, once. An approved online result of the same
 * bottle and day is superseded, which needs a reason.
 */
export const applyDetection = defineCall({
  name: "applyDetection",
  method: "POST",
  path: `${path}/apply`,
  access: may("edit"),
  personOnly: true,
  title: { en: "Apply a detection as assay results", zh: "将在线检测结果应用为水样检测结果" },
  body: z.object({
    detectionId: idInBody,
    bodyCode: bottleCode,
    sampledOn: z.iso.date(),
    reason: reason.default(""),
  }),
  reply: data(z.object({ ids: z.array(z.number().int()) })),
});

/** One run of a day: by analyte its value in μg/L; analytes below the LOQ have their flag alone. */
const dayRun = z.object({
  measuredAt: epochMs,
  state: detectionState,
  values: z.array(z.object({ analyte: analyteName, value: z.number().nullable(), flag: assayFlag })),
});

/**
 * The device against the laboratory: the mean of the day's runs and the approved result of the point and day, and over
 * the last 30 days the bias in % with its 95 % interval. Withheld and rejected runs are left out.
 */
const dayComparison = z.object({
  analyte: analyteName,
  online: z.number().nullable(),
  laboratory: z.number().nullable(),
  pairs: z.number().int(),
  bias: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type DayComparison = z.infer<typeof dayComparison>;

/**
 * Reagents and waste of a detector, % of the vessel: the day on which it is empty or full, by the line through the levels
 * since the last refill in the last 7 days, with the interval of its slope (95 %). `forecast` is null where nothing is
 * used, or too little is known.
 */
const supplyForecast = z.object({
  identifier: z.enum(["eluentLevel", "mobilePhaseLevel", "standardLevel", "wasteLevel"]),
  end: z.union([z.literal(0), z.literal(100)]),
  level: z.number(),
  readAt: epochMs,
  forecast: z
    .object({
      perDay: z.number(),
      at: epochMs,
      earliest: epochMs,
      latest: epochMs,
      points: z.number().int(),
    })
    .nullable(),
});
export type SupplyForecast = z.infer<typeof supplyForecast>;

export const getSupplyForecasts = defineCall({
  name: "getSupplyForecasts",
  method: "GET",
  path: `${path}/forecast`,
  access: may("list"),
  query: z.object({ deviceName }),
  reply: data(z.array(supplyForecast)),
});

/** A day of a device in the server's zone: every run, and the comparison with the laboratory. */
export const getDetectionDay = defineCall({
  name: "getDetectionDay",
  method: "GET",
  path: `${path}/day`,
  access: may("list"),
  query: z.object({ deviceName, day: z.iso.date() }),
  reply: data(
    z.object({
      day: z.iso.date(),
      loq: z.number().nullable(),
      runs: z.array(dayRun),
      comparison: z.array(dayComparison),
    }),
  ),
});
export type DetectionDay = z.infer<typeof getDetectionDay.reply>["data"];
