/**
 * Water assays: what a laboratory found of the 18 analytes in a sample, in μg/L. A sample is a bottle with the day on
 * which it was filled. A result is a draft until its analyst hands it over, and counts when another person approved it;
 * from then on it is never changed, only superseded with a reason.
 */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { idsInBody, idsInPath } from "../id-list.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { field } from "../resource/field-metadata.ts";
import { importProgress } from "../resource/imports.ts";
import { daySpan } from "../time-span.ts";
import { assayFlag, assayState, resultFields, sampleFields, shownFields } from "./assay-fields.ts";
import { assayLabels } from "./assay-labels.ts";
import { analyteName } from "./factors.ts";
import { samplingState } from "./samplings.ts";

const may = (verb: string) => permission(`laboratory:assay:${verb}`);
const path = "/v2/admin/assay";

export const assayResult = z.object(resultFields);
export type AssayResult = z.infer<typeof assayResult>;

const { pointCode: _, ...sample } = sampleFields;
/** Digit by digit as it is stored: more decimals than may be entered are shown, never refused or rounded. */
const shownFigure = (label: string) =>
  field(
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .nullable(),
    { label, unit: "μg/L" },
  );

export const assay = z.object({
  assayId: z.number().int(),
  ...sample,
  ...resultFields,
  ...{ value: shownFigure("value"), lod: shownFigure("lod"), loq: shownFigure("loq") },
  uncertainty: shownFigure("uncertainty"),
  ...shownFields,
  bottleId: z.number().int(),
  unitId: z.number().int(),
  /** Whose laboratory had the sample, where that is another unit than the sample's. */
  labUnitName: z.string().nullable(),
  pointId: z.number().int(),
  pointCode: z.string(),
  /** The sampler in which the bottle was that day; null where it was in none. */
  deviceName: z.string().nullable(),
  /** The result that this one is made to replace, and the one that replaced it. */
  supersedes: z.number().int().nullable(),
  supersededBy: z.number().int().nullable(),
  /** Who entered it, their keys' makers included: none of these may review it. */
  analystIds: z.array(z.number().int()),
  /** The batch in which it was measured, and what the batch's quality control says of its analyte. */
  batchId: z.number().int().nullable(),
  batchNo: z.string(),
  qc: z.enum(["none", "passed", "failed"]),
  /** What failed of it, by the kinds of its checks. */
  qcFailures: z.array(z.string()),
  /** What had failed when it was approved nonetheless, with the note of the review. */
  qcFailed: z.array(z.string()),
  /** A control that failed after it was handed over, and that nobody has decided on yet; `qcFailures` names it. */
  isQuestioned: z.boolean(),
});
export type Assay = z.infer<typeof assay>;

const query = z.object({
  ...paging,
  ...sorting(["sampledOn", "assayId"]),
  /** What the bottle's code, or the point's code or name holds. */
  keyword: searchText,
  bodyCode: searchText,
  analyte: blank(analyteName),
  flag: blank(assayFlag),
  state: blank(assayState),
  pointId: blank(id),
  deviceName: searchText,
  /** Results of the samples that one delivery brought. */
  deliveryNo: searchText,
  batchId: blank(id),
  /** "1": only results that a failure reported later calls in question. */
  questioned: blank(z.enum(["0", "1"])),
  /** Days of sampling, the last one included. */
  sampledFrom: blank(z.iso.date()),
  sampledUntil: blank(z.iso.date()),
  ...daySpan,
});

export const listAssays = defineCall({
  name: "listAssays",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  /** `total` is exact to 10,000; where more were found `isMore` is true. */
  reply: page(assay).extend({ isMore: z.boolean() }),
});

/** What has to be said alongside a number, and alongside which. */
export const assayWarning = z.object({
  key: z.enum([
    "morphineIsNotHeroin",
    "amphetamineFromMethamphetamine",
    "methcathinoneFromEphedrine",
    "cannabisOnSolids",
    "cotinineIsDenominator",
  ]),
  analyte: analyteName,
  /** What to look at next to it, and where this is from. */
  beside: z.array(analyteName),
  source: z.string(),
});
export type AssayWarning = z.infer<typeof assayWarning>;

/** Two residues of one sample, both quantified: what says that one was dumped, or comes from the other. */
export const assayRatio = z.object({
  over: analyteName,
  under: analyteName,
  ratio: z.number(),
  /** Above it more likely dumped than consumed; null where no limit is accepted. */
  above: z.string().nullable(),
  /** Within it the upper one may all come from the lower one. */
  band: z.object({ low: z.string(), high: z.string() }).nullable(),
  isDumped: z.boolean(),
  isInBand: z.boolean(),
  source: z.string(),
});
export type AssayRatio = z.infer<typeof assayRatio>;

/** A control that failed after a result was handed over: of an online detector or of a batch. */
export const assayDoubt = z.object({
  /** Of the check that failed; its figure is %, μg/L, r², % or minutes. */
  kind: z.enum(["control", "blank", "calibration", "drift", "auditTrail"]),
  origin: z.enum(["detector", "batch"]),
  at: epochMs,
  figure: z.number().nullable(),
  raisedAt: epochMs,
  /** Null until a person decides. */
  confirmed: z.object({ by: z.string(), at: epochMs, reason: z.string() }).nullable(),
});
export type AssayDoubt = z.infer<typeof assayDoubt>;

/** One result with all that was found in its sample, in the specification's order, superseded ones last. */
export const getAssay = defineCall({
  name: "getAssay",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    z.object({
      assay,
      results: z.array(assay),
      warnings: z.array(assayWarning),
      ratios: z.array(assayRatio),
      /** The sample that the bottle held on that day; null where none is registered. */
      sample: z.object({ samplingId: z.number().int(), sampleNo: z.string() }).nullable(),
      doubts: z.array(assayDoubt),
    }),
  ),
});

/** The limits of a method as they were last entered with a result of each analyte; none of a method that is not known. */
export const getMethodLimits = defineCall({
  name: "getMethodLimits",
  method: "GET",
  path: `${path}/method`,
  access: may("add"),
  query: z.object({
    method: z.string().trim().min(1).max(100),
    methodVersion: z.string().trim().max(40).default(""),
  }),
  reply: data(
    z.array(z.object({ analyte: analyteName, lod: z.string().nullable(), loq: z.string().nullable() })),
  ),
});

/**
 * The sample that results are about, by the code of its bottle or by its number: its day and its point are those of
 * the results. Absent for a bottle without a sample.
 */
export const findAssaySample = defineCall({
  name: "findAssaySample",
  method: "GET",
  path: `${path}/sample`,
  access: may("add"),
  query: z.object({ code: z.string().trim().min(1).max(64) }),
  reply: z.object({
    data: z
      .object({
        sampleNo: z.string(),
        bodyCode: z.string(),
        state: samplingState,
        began: epochMs,
        ended: epochMs,
        /** The day on which it was begun, in the server's time zone. */
        sampledOn: z.iso.date(),
        pointCode: z.string().nullable(),
        pointName: z.string().nullable(),
      })
      .optional(),
  }),
});
export type AssaySample = NonNullable<z.infer<typeof findAssaySample.reply>["data"]>;

/** The results of one sample, at most one for each analyte; all of them are stored or none. */
export const addAssays = defineCall({
  name: "addAssays",
  method: "POST",
  path,
  access: may("add"),
  title: { en: "Enter results of a sample", zh: "录入样品检测结果" },
  body: z.object({ ...sampleFields, results: z.array(assayResult).min(1).max(18) }),
  reply: data(z.object({ ids: z.array(z.number().int()) })),
});

const changed = z.object({ assayId: idInBody, ...resultFields }).omit({ analyte: true });

/** Of a draft alone. */
export const changeAssay = defineCall({
  name: "changeAssay",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Edit a result", zh: "编辑检测结果" },
  body: changed,
});

export const removeAssays = defineCall({
  name: "removeAssays",
  method: "DELETE",
  path: `${path}/:ids`,
  access: may("remove"),
  title: { en: "Delete draft results", zh: "删除检测结果草稿" },
  params: z.object({ ids: idsInPath }),
});

const reason = z.string().trim().max(500);

/** Drafts are handed over for review. */
export const submitAssays = defineCall({
  name: "submitAssays",
  method: "PUT",
  path: `${path}/submit`,
  access: may("edit"),
  title: { en: "Submit results for review", zh: "提交检测结果复核" },
  body: z.object({ ids: idsInBody.min(1) }),
});

/** By nobody who entered a number of them: all of them are decided or none. */
export const reviewAssays = defineCall({
  name: "reviewAssays",
  method: "PUT",
  path: `${path}/review`,
  access: may("review"),
  confirmation: "always",
  personOnly: true,
  title: { en: "Review results", zh: "复核检测结果" },
  body: z.object({
    ids: idsInBody.min(1),
    decision: z.enum(["approve", "return", "reject"]),
    /** Needed to return or to reject, and to approve where the quality control failed. */
    reason: reason.default(""),
  }),
});

/** Approved results hold though a control failed later, for a reason; by nobody who entered a number of them. */
export const confirmAssays = defineCall({
  name: "confirmAssays",
  method: "PUT",
  path: `${path}/doubt`,
  access: may("review"),
  confirmation: "always",
  personOnly: true,
  title: { en: "Confirm questioned results", zh: "确认存疑检测结果" },
  body: z.object({ ids: idsInBody.min(1), reason: reason.min(1) }),
});

/** A draft in place of an approved result, which holds until the new one is approved. */
export const supersedeAssay = defineCall({
  name: "supersedeAssay",
  method: "POST",
  path: `${path}/supersede`,
  access: may("edit"),
  title: { en: "Supersede a result", zh: "替代检测结果" },
  body: changed.extend({ reason: reason.min(1) }),
  reply: data(z.object({ id: z.number().int() })),
});

const one = z.object({ id: z.string().max(64) });
const importFields = {
  ...sampleFields,
  ...resultFields,
  /** No other unit is taken: a column of it guards against a sheet in ng/L. */
  unitOfValue: field(z.enum(["ug/L"]).default("ug/L"), { label: "unitOfValue", dictionary: "unitOfValue" }),
};
const imported = z
  .object(importFields)
  .transform((row) => ({ ...row, sample: [row.bodyCode, row.sampledOn, row.phase, row.source].join(" ") }));
export type ImportedAssay = z.infer<typeof imported>;

/** Results as spreadsheets: what goes out are the columns of the list, what comes in become drafts of who imports. */
export const assayExport = {
  path,
  key: "assayId",
  unique: "analyte",
  within: "sample",
  fields: importFields,
  shown: shownFields,
  labels: assayLabels,
  body: imported,
  calls: {
    ...defineExport({
      name: "exportAssays",
      path: `${path}/export`,
      access: may("export"),
      title: { en: "Export assay results", zh: "导出检测结果" },
      query,
    }),
    import: defineCall({
      name: "importAssays",
      method: "POST",
      path: `${path}/importData`,
      access: may("import"),
      title: { en: "Import assay results", zh: "导入检测结果" },
      takes: "file",
      query: z.object({
        updateSupport: z.enum(["0", "1"]).default("0"),
        /** "1": the file is read and checked, and nothing is stored. */
        preview: z.enum(["0", "1"]).default("0"),
      }),
      reply: data(importProgress),
    }),
    getImport: defineCall({
      name: "getImportOfAssays",
      method: "GET",
      path: `${path}/importData/:id`,
      access: may("import"),
      params: one,
      reply: data(importProgress),
    }),
    cancelImport: defineCall({
      name: "cancelImportOfAssays",
      method: "DELETE",
      path: `${path}/importData/:id`,
      access: may("import"),
      title: { en: "Cancel an assay result import", zh: "取消导入检测结果" },
      params: one,
      reply: data(importProgress),
    }),
    importTemplate: defineCall({
      name: "importTemplateOfAssays",
      method: "POST",
      path: `${path}/importTemplate`,
      access: may("import"),
      title: { en: "Download the assay result import template", zh: "下载检测结果导入模板" },
      takes: "form",
      answers: "file",
    }),
  },
};
