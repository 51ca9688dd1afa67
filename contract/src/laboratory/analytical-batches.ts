/**
 * Batches of a measuring run with their quality control: calibration, blanks, duplicates, spikes and control materials.
 * What they say is judged for each analyte when they are entered, and is on the results of the batch.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, fieldError, id, idInBody, page } from "../envelope.ts";
import { idsInBody, idsInPath } from "../id-list.ts";
import { dateTime, epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { resultFields } from "./assay-fields.ts";
import { analyteName } from "./factors.ts";
import { instrumentEventKind, reportedRun, runState } from "./instrument-runs.ts";

const may = (verb: string) => permission(`laboratory:batch:${verb}`);
const path = "/v2/admin/laboratory/batch";
const text = (max: number) => z.string().trim().max(max);

/** μg/L, digit by digit. */
const amount = resultFields.value.unwrap().unwrap();

const positive = amount.refine((value) => /[1-9]/.test(value), localized("must be above 0", "须大于 0"));

export const weighting = z.enum(["none", "1/x", "1/x2"]);

const percent = z.number().min(0).max(1000);
/** From where on a run is called in question; kept with the batch, so that its verdict can be made again. */
export const criteria = z.object({
  weighting: weighting.default("1/x"),
  /** The least coefficient of determination. */
  r2: z.number().min(0).max(1).default(0.99),
  /** The largest deviation of a standard from its level, %; of the lowest and the highest level. */
  residual: percent.default(20),
  residualEnds: percent.default(25),
  /** The largest difference of duplicates, %. */
  rpd: percent.default(20),
  recoveryLow: percent.default(70),
  recoveryHigh: percent.default(130),
  /** The largest difference of an ion ratio from that of the standards, %, and of a retention time, min. */
  ionRatio: percent.default(30),
  retentionTime: z.number().min(0).max(10).default(0.1),
});
export type Criteria = z.infer<typeof criteria>;

export const blankKind = z.enum(["proceduralBlank", "fieldBlank", "tripBlank"]);
const of = { analyte: analyteName };
/** How the analyte was identified: qualifier over quantifier, and minutes; null where the file has none. */
const identity = {
  ionRatio: z.number().positive().max(1000).nullable().default(null),
  retentionTime: z.number().positive().max(1000).nullable().default(null),
};

/** One measurement of the quality control; amounts in μg/L of the sample. */
export const controlResult = z.discriminatedUnion("kind", [
  z.object({
    ...{ kind: z.literal("calibration"), ...of, level: positive, response: z.number().min(0).max(1e12) },
    ...identity,
  }),
  /** Without a value nothing was found. */
  z.object({ kind: blankKind, ...of, value: amount.nullable().default(null), loq: positive }),
  z.object({ kind: z.literal("duplicate"), ...of, value: amount, second: amount }),
  z.object({ kind: z.literal("spike"), ...of, native: amount, spiked: amount, added: positive }),
  z.object({ kind: z.literal("control"), ...of, material: text(60).min(1), value: amount, ...identity }),
]);
export type ControlResult = z.infer<typeof controlResult>;
export const controlKind = z.enum([
  ...([
    "calibration",
    "proceduralBlank",
    "fieldBlank",
    "tripBlank",
    "duplicate",
    "spike",
    "control",
  ] as const),
]);
export type ControlKind = z.infer<typeof controlKind>;

/** One thing that was looked at, and what came out. `rules` are those of control charts that were broken. */
export const check = z.object({
  kind: z.enum([
    ...(["calibration", "residual", "range", "ionRatio", "retentionTime"] as const),
    ...(["blank", "duplicate", "spike", "control"] as const),
    // Reported by the instrument, of the whole run.
    ...(["drift", "auditTrail"] as const),
  ]),
  isOk: z.boolean(),
  /** The worst figure: r², percent, μg/L, minutes or standard deviations, by its kind; null where there is none. */
  figure: z.number().nullable(),
  /** Beyond which it would be called in question. */
  limit: z.number().nullable(),
  rules: z.array(z.string()),
});
export type Check = z.infer<typeof check>;

const batchFields = {
  batchId: z.number().int(),
  batchNo: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  instrument: z.string(),
  method: z.string(),
  methodVersion: z.string(),
  runAt: epochMs,
  note: z.string(),
  madeBy: z.string(),
  /** Results of samples in it, and analytes with and without a fault. */
  assays: z.number().int(),
  passed: z.array(analyteName),
  failed: z.array(analyteName),
  /** The instrument that reports the run; null where the batch was entered by hand. */
  deviceName: z.string().nullable(),
  runState: runState.nullable(),
  sequence: z.string(),
  /** What the instrument found wrong with the run. */
  incidents: z.array(instrumentEventKind),
};
export const batch = z.object(batchFields);
export type AnalyticalBatch = z.infer<typeof batch>;

export const listAssayBatches = defineCall({
  name: "listAssayBatches",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({
    ...{ ...paging, ...timeSpan, keyword: searchText, instrument: searchText },
    deviceName: searchText,
  }),
  reply: page(batch),
});

export const fit = z.object({
  analyte: analyteName,
  slope: z.number(),
  intercept: z.number(),
  r2: z.number(),
  low: z.number(),
  high: z.number(),
  points: z.array(z.object({ level: z.number(), response: z.number(), residual: z.number() })),
});
export type Fit = z.infer<typeof fit>;

export const getAssayBatch = defineCall({
  name: "getAssayBatch",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    z.object({
      ...batchFields,
      criteria,
      /** An approved result closes it: nothing of it changes any longer. */
      isClosed: z.boolean(),
      results: z.array(z.object({ resultId: z.number().int(), result: controlResult })),
      verdicts: z.array(z.object({ analyte: analyteName, checks: z.array(check), judgedAt: dateTime })),
      fits: z.array(fit),
      ...reportedRun,
    }),
  ),
});

export const addAssayBatch = defineCall({
  name: "addAssayBatch",
  method: "POST",
  path,
  access: may("edit"),
  title: { en: "Add an analytical batch", zh: "新增分析批" },
  body: z.object({
    batchNo: text(60).min(1),
    /** Without it the unit of who adds it. */
    unitId: idInBody.optional(),
    instrument: text(60).min(1),
    method: text(100).min(1),
    methodVersion: text(40).default(""),
    runAt: z.number().int().min(0).max(4_102_444_800_000),
    note: text(500).default(""),
    criteria: criteria.prefault({}),
  }),
  reply: data(z.object({ id: z.number().int() })),
});

/** One in which nothing was entered. */
export const removeAssayBatch = defineCall({
  name: "removeAssayBatch",
  method: "DELETE",
  path: `${path}/:id`,
  access: may("edit"),
  title: { en: "Delete an empty analytical batch", zh: "删除空分析批" },
  params: z.object({ id }),
});

export const addControlResults = defineCall({
  name: "addControlResults",
  method: "POST",
  path: `${path}/result`,
  access: may("edit"),
  title: { en: "Enter quality control", zh: "录入质控结果" },
  body: z.object({ batchId: idInBody, results: z.array(controlResult).min(1).max(500) }),
});

/** What a row of a file was read as; `result` is null where something is wrong with it, which is in `faults`. */
export const controlRow = z.object({
  /** The line of the file, the first being 1. */
  row: z.number().int(),
  kindGiven: z.string(),
  analyteGiven: z.string(),
  result: controlResult.nullable(),
  /** By the names of the columns: kind, analyte, and the figures of the kind. */
  faults: z.array(fieldError),
});
export type ControlRow = z.infer<typeof controlRow>;

const qcImportFields = {
  method: "POST",
  access: may("edit"),
  takes: "file",
  params: z.object({ id }),
  reply: data(
    z.object({
      rows: z.array(controlRow),
      fresh: z.number().int(),
      faulty: z.number().int(),
      /** This very file was stored in the batch before: it is not stored again. */
      isStored: z.boolean(),
      /** What is left out with its reason, to be fetched by `/common/download`; null where there is nothing of it. */
      errorsFile: z.string().nullable(),
    }),
  ),
} as const;

/** Quality control from a spreadsheet: everything that storing does, but for the storing. It leaves a file of faults. */
export const previewControlSheet = defineCall({
  ...qcImportFields,
  name: "previewControlSheet",
  path: `${path}/:id/sheet/preview`,
  title: { en: "Preview quality control", zh: "预览质控结果" },
});

/** Rows without a fault are stored. */
export const storeControlSheet = defineCall({
  ...qcImportFields,
  name: "storeControlSheet",
  path: `${path}/:id/sheet/store`,
  title: { en: "Import quality control", zh: "导入质控结果" },
});

export const removeControlResults = defineCall({
  name: "removeControlResults",
  method: "DELETE",
  path: `${path}/result/:ids`,
  access: may("edit"),
  personOnly: true,
  title: { en: "Delete quality control", zh: "删除质控结果" },
  params: z.object({ ids: idsInPath }),
});

/** Drafts are put into a batch; without one they are taken out of theirs. */
export const assignAssayBatch = defineCall({
  name: "assignAssayBatch",
  method: "PUT",
  path: `${path}/assay`,
  access: may("edit"),
  title: { en: "Assign results to an analytical batch", zh: "将检测结果归入分析批" },
  body: z.object({ ids: idsInBody.min(1), batchId: idInBody.nullable() }),
});

/**
 * What a chart follows: a control material and blanks in μg/L, recoveries of spikes, ranges of duplicates and the internal
 * standard of samples in %.
 */
export const chartKind = z.enum(["control", "blank", "recovery", "range", "internalStandard"]);
export type ChartKind = z.infer<typeof chartKind>;

/** Which chart: one for each analyte, method and instrument, and of control materials for each of them. */
const chartKey = {
  analyte: analyteName,
  method: text(100),
  instrument: text(60),
  material: text(60),
};

const kindAsked = blank(chartKind).transform((value) => value ?? "control");

const limits = z.object({
  mean: z.number(),
  deviation: z.number(),
  since: dateTime,
  by: z.string(),
  reason: z.string(),
  /** From fewer than 20 results. */
  isProvisional: z.boolean(),
});

export const controlChart = z.object({
  ...chartKey,
  kind: chartKind,
  unitId: z.number().int(),
  unitName: z.string(),
  points: z.number().int(),
  lastAt: epochMs,
  limits: limits.nullable(),
});
export type ControlChart = z.infer<typeof controlChart>;

export const listControlCharts = defineCall({
  name: "listControlCharts",
  method: "GET",
  path: "/v2/admin/laboratory/control/list",
  access: may("list"),
  query: z.object({ ...paging, kind: kindAsked, analyte: blank(analyteName), keyword: searchText }),
  reply: page(controlChart),
});

const chartQuery = z.object({ unitId: id, kind: kindAsked, ...chartKey });

/** The last results of a control material, by time, with the rules that each of them broke. */
export const getControlChart = defineCall({
  name: "getControlChart",
  method: "GET",
  path: "/v2/admin/laboratory/control",
  access: may("query"),
  query: chartQuery,
  reply: data(
    z.object({
      ...chartKey,
      kind: chartKind,
      unitId: z.number().int(),
      /** The newest; each point was judged by those of its time. */
      limits: limits.nullable(),
      points: z.array(
        z.object({
          batchId: z.number().int(),
          batchNo: z.string(),
          at: epochMs,
          value: z.string(),
          z: z.number().nullable(),
          rules: z.array(z.string()),
        }),
      ),
    }),
  ),
});

export const exportControlChart = defineCall({
  name: "exportControlChart",
  method: "GET",
  path: "/v2/admin/laboratory/control/export",
  access: may("export"),
  title: { en: "Export a control chart", zh: "导出质控图" },
  answers: "file",
  query: chartQuery.extend({ format: z.enum(["csv", "xlsx"]).default("xlsx") }),
});

/**
 * Limits as they are given, or those of the first results of the chart by their moving ranges: provisional from 10 results,
 * final from 20. They judge what is entered from now on.
 */
export const setControlLimits = defineCall({
  name: "setControlLimits",
  method: "POST",
  path: "/v2/admin/laboratory/control/limits",
  access: may("edit"),
  personOnly: true,
  title: { en: "Set the limits of a control chart", zh: "设定质控图限值" },
  body: z
    .object({
      ...{ unitId: idInBody, kind: chartKind.default("control"), ...chartKey },
      reason: text(500).min(1),
    })
    .and(
      z.union([
        z.object({ mean: z.number().positive(), deviation: z.number().positive() }),
        z.object({ first: z.number().int().min(10).max(400) }),
      ]),
    ),
});
