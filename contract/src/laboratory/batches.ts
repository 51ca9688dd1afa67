/**
 * Batches of a measuring run with their quality control: calibration, blanks, duplicates, spikes and control materials.
 * What they say is judged for each analyte when they are entered, and stands on the results of the batch.
 */
import { z } from "zod";
import { inBoth } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, fieldError, id, idInBody, page } from "../envelope.ts";
import { idsInBody, idsInPath } from "../id-list.ts";
import { dateTime, epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { resultFields } from "./assay-fields.ts";
import { analyteName } from "./factors.ts";

const may = (verb: string) => permission(`laboratory:batch:${verb}`);
const path = "/v2/admin/laboratory/batch";
const text = (most: number) => z.string().trim().max(most);

/** μg/L, digit by digit. */
const amount = resultFields.value.unwrap().unwrap();

const positive = amount.refine((value) => /[1-9]/.test(value), inBoth("is above 0", "须大于 0"));

export const weighting = z.enum(["none", "1/x"]);

const percent = z.number().min(0).max(1000);
/** From where on a run is called in question; kept with the batch, so that its verdict can be made again. */
export const criteria = z.object({
  weighting: weighting.default("1/x"),
  /** The least coefficient of determination. */
  r2: z.number().min(0).max(1).default(0.99),
  /** The largest deviation of a standard from its level, %. */
  residual: percent.default(20),
  /** The largest difference of duplicates, %. */
  rpd: percent.default(20),
  recoveryLow: percent.default(70),
  recoveryHigh: percent.default(130),
});
export type Criteria = z.infer<typeof criteria>;

export const blankKind = z.enum(["proceduralBlank", "fieldBlank", "tripBlank"]);
const of = { analyte: analyteName };

/** One measurement of the quality control; amounts in μg/L of the sample. */
export const controlResult = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("calibration"), ...of, level: positive, response: z.number().min(0).max(1e12) }),
  /** Without a value nothing was found. */
  z.object({ kind: blankKind, ...of, value: amount.nullable().default(null), loq: positive }),
  z.object({ kind: z.literal("duplicate"), ...of, value: amount, second: amount }),
  z.object({ kind: z.literal("spike"), ...of, native: amount, spiked: amount, added: positive }),
  z.object({ kind: z.literal("control"), ...of, material: text(60).min(1), value: amount }),
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

/** One thing that was looked at, and what came out. `rules` are those of Westgard that were broken. */
export const check = z.object({
  kind: z.enum(["calibration", "residual", "range", "blank", "duplicate", "spike", "control"]),
  isOk: z.boolean(),
  /** The worst figure: r², percent, μg/L or standard deviations, by its kind; null where there is none. */
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
};
export const batch = z.object(batchFields);
export type Batch = z.infer<typeof batch>;

export const listAssayBatches = defineCall({
  name: "listAssayBatches",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({ ...paging, keyword: searchText, instrument: searchText }),
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
      /** An approved result closes it: nothing of it changes any more. */
      isClosed: z.boolean(),
      results: z.array(z.object({ resultId: z.number().int(), result: controlResult })),
      verdicts: z.array(z.object({ analyte: analyteName, checks: z.array(check), judgedAt: dateTime })),
      fits: z.array(fit),
    }),
  ),
});

export const addAssayBatch = defineCall({
  name: "addAssayBatch",
  method: "POST",
  path,
  access: may("edit"),
  title: { en: "Add a measuring batch", zh: "新增检测批次" },
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
  title: { en: "Delete an empty measuring batch", zh: "删除空的检测批次" },
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

/** What a row of a file was read as; `result` is null where something is wrong with it, which stands in `faults`. */
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

const ofSheet = {
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

/** Quality control from a spreadsheet: everything that storing does, but for the storing. */
export const previewControlSheet = defineCall({
  ...ofSheet,
  name: "previewControlSheet",
  path: `${path}/:id/sheet/preview`,
  audited: false,
});

/** Rows without a fault are stored. */
export const storeControlSheet = defineCall({
  ...ofSheet,
  name: "storeControlSheet",
  path: `${path}/:id/sheet/store`,
  title: { en: "Import quality control", zh: "导入质控结果" },
});

export const removeControlResults = defineCall({
  name: "removeControlResults",
  method: "DELETE",
  path: `${path}/result/:ids`,
  access: may("edit"),
  title: { en: "Delete quality control", zh: "删除质控结果" },
  params: z.object({ ids: idsInPath }),
});

/** Drafts are put into a batch; without one they are taken out of theirs. */
export const assignAssayBatch = defineCall({
  name: "assignAssayBatch",
  method: "PUT",
  path: `${path}/assay`,
  access: may("edit"),
  title: { en: "Put results into a measuring batch", zh: "将检测结果归入批次" },
  body: z.object({ ids: idsInBody.min(1), batchId: idInBody.nullable() }),
});

/** Which chart: one for each analyte, method, instrument and control material. */
const chartKey = {
  analyte: analyteName,
  method: text(100),
  instrument: text(60),
  material: text(60),
};

const limits = z.object({
  mean: z.number(),
  deviation: z.number(),
  since: dateTime,
  by: z.string(),
  reason: z.string(),
});

export const controlChart = z.object({
  ...chartKey,
  unitId: z.number().int(),
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
  query: z.object({ ...paging, analyte: blank(analyteName), keyword: searchText }),
  reply: page(controlChart),
});

const chartQuery = z.object({ unitId: id, ...chartKey });

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
      unitId: z.number().int(),
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

/** Limits as they are given, or those of the first results of the chart. */
export const setControlLimits = defineCall({
  name: "setControlLimits",
  method: "POST",
  path: "/v2/admin/laboratory/control/limits",
  access: may("edit"),
  title: { en: "Set the limits of a control chart", zh: "设定质控图限值" },
  body: z
    .object({ unitId: idInBody, ...chartKey, reason: text(500).min(1) })
    .and(
      z.union([
        z.object({ mean: z.number().positive(), deviation: z.number().positive() }),
        z.object({ first: z.number().int().min(2).max(400) }),
      ]),
    ),
});
