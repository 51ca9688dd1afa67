/**
 * Reports of a sampling point: loads of a span, made by choices that are with them. Each has a calculation of its own,
 * whose loads keep all that they were made of; the same figures and the same files come out when it is made again.
 */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { defaultLocale, type LocalizedText, localeCodes } from "../locales.ts";
import { dateTime } from "../moments.ts";
import { blank, paging, sorting } from "../paging.ts";
import { daySpan } from "../time-span.ts";
import { assayPhase, assaySource } from "./assay-fields.ts";
import { analyteCategory, analyteName, factorTrust } from "./factors.ts";
import { comparison, daySet, daySets, series } from "./load-series.ts";
import { computeLoads, consumptionBar, loadUncertainty, sampleRules, substitution } from "./loads.ts";

const may = (verb: string) => permission(`laboratory:report:${verb}`);
const path = "/v2/admin/report";

/** What a report is made by, alongside its point and span. */
const choices = {
  analytes: z.array(analyteName).min(1).max(18),
  substitution: substitution.default("zero"),
  daySet: daySet.default(daySets.euda),
  /** The factors in force for the unit when it is made, or those that ship. */
  factors: z.enum(["inForce", "shipped"]).default("inForce"),
  phase: assayPhase.default("liquid"),
  source: assaySource.default("lcms"),
  /** Null: each load keeps the uncertainty that the load in force of its day has. */
  uncertainty: loadUncertainty.nullable().default(null),
  ...sampleRules,
  /** The year of the European sites compared with it; null leaves them out. */
  europeanYear: z.number().int().min(1900).max(2999).nullable().default(null),
  /** In which its files are set. */
  language: z.enum(localeCodes).default(defaultLocale),
};
export const reportChoices = z.object(choices);
export type ReportChoices = z.infer<typeof reportChoices>;

export const reportState = z.enum(["running", "done", "cancelled", "failed"]);
export type ReportState = z.infer<typeof reportState>;

const digest = z.object({ sha256: z.string(), bytes: z.number().int() });

/** The custody chain when the report was made: its signed head, or why there is none. */
export const custodyHead = z.discriminatedUnion("state", [
  z.object({ state: z.literal("signed"), seq: z.number().int(), hash: z.string(), signedAt: z.string() }),
  z.object({ state: z.literal("empty") }),
  z.object({ state: z.literal("refused") }),
]);
export type CustodyHead = z.infer<typeof custodyHead>;

export const reportRow = z.object({
  reportId: z.number().int(),
  pointId: z.number().int(),
  pointCode: z.string(),
  pointName: z.string(),
  unitName: z.string(),
  from: z.iso.date(),
  until: z.iso.date(),
  ...reportChoices.pick({ analytes: true, substitution: true, language: true }).shape,
  state: reportState,
  /** Percent. */
  progress: z.number().int(),
  /** Why it failed. */
  reason: z.string(),
  isScheduled: z.boolean(),
  pdf: digest.nullable(),
  xlsx: digest.nullable(),
  madeAt: dateTime,
  madeBy: z.string(),
});
export type ReportRow = z.infer<typeof reportRow>;

export const reportAnalyte = series.extend({
  analyte: analyteName,
  factor: z.string().nullable(),
  factorVersion: z.number().int().nullable(),
  /** Null in reports of before. */
  factorTrust: factorTrust.nullable().default(null),
  doseMg: z.string().nullable(),
  /** Of the daily mean per 1000 inhabitants; mg/d and doses a day. */
  consumption: z.number().nullable(),
  doses: z.number().nullable(),
  /** Percent, k = 2; null where the factor or the dose has no uncertainty. */
  consumptionExpanded: z.number().nullable().default(null),
  dosesExpanded: z.number().nullable().default(null),
  /** Why there is none. */
  consumptionBar: consumptionBar.nullable().default(null),
  comparison: comparison.nullable(),
});
export type ReportAnalyte = z.infer<typeof reportAnalyte>;

/** A group of analytes by its dominant one, whose series this is; loads of different residues are not added up. */
export const reportCategory = series.extend({
  warnings: series.shape.warnings.default([]),
  category: analyteCategory,
  /** The dominant one first; of a report that still added them up all that it added. */
  analytes: z.array(analyteName),
  /** Of such a report: days that lacked one of them. */
  incompleteDays: z.array(z.iso.date()).default([]),
});
export type ReportCategory = z.infer<typeof reportCategory>;

export const reportValues = z.object({
  loads: z.number().int(),
  analytes: z.array(reportAnalyte),
  categories: z.array(reportCategory),
  skipped: computeLoads.reply.shape.data.shape.skipped,
});
export type ReportValues = z.infer<typeof reportValues>;

export const report = reportRow.extend({
  /** Its calculation, by which its loads are listed; null until they are computed. */
  runId: z.number().int().nullable(),
  choices: reportChoices,
  population: z.number().int().nullable(),
  figures: reportValues.nullable(),
  /** Null for reports that were made before heads were printed. */
  custodyHead: custodyHead.nullable(),
  /** Results that were superseded since: a new report would report other figures. */
  stale: z.number().int(),
});
export type Report = z.infer<typeof report>;

export const listReports = defineCall({
  name: "listReports",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({
    ...paging,
    ...sorting(["reportId"]),
    pointId: blank(id),
    state: blank(reportState),
    /** Reports whose span touches these days. */
    from: blank(z.iso.date()),
    until: blank(z.iso.date()),
    ...daySpan,
  }),
  reply: page(reportRow),
});

export const getReport = defineCall({
  name: "getReport",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(report),
});

/** A short report is answered when it is made, a long one while it is. */
export const makeReport = defineCall({
  name: "makeReport",
  method: "POST",
  path,
  access: may("add"),
  title: { en: "Generate a sampling point report", zh: "生成采样点报告" },
  body: z.object({
    pointId: idInBody,
    /** Days of sampling, both included; at most a year of them. */
    from: z.iso.date(),
    until: z.iso.date(),
    ...choices,
  }),
  reply: data(reportRow),
});

export const cancelReport = defineCall({
  name: "cancelReport",
  method: "POST",
  path: `${path}/:id/cancel`,
  access: may("add"),
  title: { en: "Cancel a sampling point report", zh: "取消生成报告" },
  params: z.object({ id }),
  reply: data(reportRow),
});

/** Makes the report again from what is stored with it and shows whether the same comes out; changes nothing. */
export const remakeReport = defineCall({
  name: "remakeReport",
  method: "POST",
  path: `${path}/:id/again`,
  access: may("query"),
  title: { en: "Regenerate and verify a report", zh: "重新生成并核对报告" },
  params: z.object({ id }),
  reply: data(
    z.object({
      isSame: z.boolean(),
      /** Loads that come out otherwise. */
      changedLoads: z.number().int(),
      hasSameFigures: z.boolean(),
      pdf: z.string(),
      xlsx: z.string(),
    }),
  ),
});

const file = (format: "pdf" | "xlsx", title: LocalizedText) =>
  defineCall({
    name: format === "pdf" ? "getReportPdf" : "getReportSheet",
    method: "GET",
    path: `${path}/:id/${format}`,
    access: may("export"),
    title,
    answers: "file",
    params: z.object({ id }),
  });

export const getReportPdf = file("pdf", { en: "Download a report as PDF", zh: "下载报告 PDF" });
export const getReportSheet = file("xlsx", {
  en: "Download a report as a spreadsheet",
  zh: "下载报告电子表格",
});

export const reportSchedule = z.object({
  scheduleId: z.number().int(),
  pointId: z.number().int(),
  pointCode: z.string(),
  pointName: z.string(),
  /** A week of its day set, or a month; made on the day after its end. */
  every: z.enum(["week", "month"]),
  choices: reportChoices,
  createdAt: dateTime,
  createdBy: z.string(),
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

export const listReportSchedules = defineCall({
  name: "listReportSchedules",
  method: "GET",
  path: `${path}/schedule/list`,
  access: may("list"),
  query: z.object({ ...paging }),
  reply: page(reportSchedule),
});

export const addReportSchedule = defineCall({
  name: "addReportSchedule",
  method: "POST",
  path: `${path}/schedule`,
  access: may("add"),
  title: { en: "Schedule a sampling point report", zh: "设置定期报告" },
  body: z.object({ pointId: idInBody, every: z.enum(["week", "month"]), ...choices }),
  reply: data(reportSchedule),
});

export const endReportSchedule = defineCall({
  name: "endReportSchedule",
  method: "DELETE",
  path: `${path}/schedule/:id`,
  access: may("add"),
  title: { en: "End a scheduled report", zh: "停止定期报告" },
  params: z.object({ id }),
});
