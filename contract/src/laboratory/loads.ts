/**
 * Loads: what passed a sampling point in a day, from the approved result of its sample and the flow of that day, and what
 * follows from it. Everything that a number was made of stays with it, so that it can be made again; a later calculation
 * takes its place and never changes it.
 */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, flag, id, idInBody, page } from "../envelope.ts";
import { figureMethod } from "../field/point-details.ts";
import { dateTime } from "../moments.ts";
import { blank, paging, sorting } from "../paging.ts";
import { field } from "../resource/field-metadata.ts";
import { daySpan } from "../time-span.ts";
import { assayFlag, assayPhase, assaySource } from "./assay-fields.ts";
import { analyteCategory, analyteName, factorTrust } from "./factors.ts";
import { loadLabels } from "./load-labels.ts";
import { samplingKind } from "./sampling-kinds.ts";

const may = (verb: string) => permission(`laboratory:load:${verb}`);
const path = "/v2/admin/load";

/** What substitutes for a result below the LOQ. */
export const substitution = z.enum(["zero", "halfLoq", "loq", "loqOverSqrt2"]);

/** Relative standard uncertainties in percent, of what a result does not report itself. */
export const loadUncertainty = z.object({
  sampling: z.number().min(0).max(200).default(10),
  flow: z.number().min(0).max(200).default(20),
  population: z.number().min(0).max(200).default(20),
  /** u(bias) of the method, the part of the analysis that repeats day after day; null: all of it does. */
  bias: z.number().min(0).max(200).nullable().default(null),
  stability: z.number().min(0).max(200).default(0),
});
export type LoadUncertainty = z.infer<typeof loadUncertainty>;

/** What has to be said alongside a load, beyond what its assay says. */
export const loadWarning = z.enum([
  "flowByDesign",
  "flowOfAnotherDay",
  "noPopulation",
  "noUncertainty",
  "amphetamineFromMethamphetamine",
  "amphetamineBelowMethamphetamine",
  "amphetamineShared",
  "grabSample",
  "partOfDay",
  "sampleUnknown",
  "blankContaminated",
  "aliquotsMissed",
  "longGap",
  "flowMissed",
  "boxWarm",
  "holdingExceeded",
  "duplicateUnusable",
  "likelyDumped",
]);
export type LoadWarning = z.infer<typeof loadWarning>;

/** Why a load has no consumption though it has a factor. */
export const consumptionBar = z.enum([
  "censored",
  "amphetamineBelowMethamphetamine",
  "amphetamineFromMethamphetamine",
  "noTherapeuticShare",
  "unstableMarker",
  "liquidPhaseOnly",
  "notAStreetDrug",
]);

/** Why an approved result has no load. */
export const skipReason = z.enum([
  "noFlow",
  "noConcentration",
  "severalSamples",
  "blank",
  "grabSample",
  "partOfDay",
  "otherSample",
  "poorQuality",
]);

/** Which samples a calculation uses. */
export const sampleRules = {
  /** Kinds that become a load only on request: samples that are no 24-hour composite. */
  includeKinds: z.array(samplingKind).max(10).default([]),
  /** A duplicate pair is its mean, or its primary alone. */
  duplicates: z.enum(["mean", "primary"]).default("mean"),
  /** Composites beyond the quality limits become a load for this reason, which stays with the calculation. */
  qualityReason: z.string().trim().max(300).default(""),
};

const fields = {
  sampledOn: field(z.iso.date(), { label: "sampledOn", sortable: true }),
  pointCode: field(z.string(), { label: "pointCode" }),
  pointName: field(z.string(), { label: "pointName" }),
  bodyCode: field(z.string(), { label: "bodyCode" }),
  analyte: field(analyteName, { label: "analyte", dictionary: "analyte" }),
  /** Null where no sample is registered for the bottle and day. */
  sampleKind: field(samplingKind.nullable(), { label: "sampleKind", dictionary: "kind" }),
  flag: field(assayFlag, { label: "flag", dictionary: "flag" }),
  /** Decimal texts: exact, but for quotients, which have 64 digits. */
  concentration: field(z.string(), { label: "concentration", unit: "μg/L" }),
  /** What measured the result: the laboratory, an online detector or a handheld one. */
  source: field(assaySource, { label: "source", dictionary: "source" }),
  /** "1": it substitutes for a result below the LOQ. */
  substituted: field(flag, { label: "substituted", dictionary: "substituted" }),
  substitution: field(substitution, { label: "substitution", dictionary: "substitution" }),
  flow: field(z.string(), { label: "flow", unit: "m³/d" }),
  flowMethod: field(figureMethod, { label: "flowMethod", dictionary: "method" }),
  population: field(z.number().int().nullable(), { label: "population" }),
  populationMethod: field(figureMethod.nullable(), { label: "populationMethod", dictionary: "method" }),
  load: field(z.string(), { label: "load", unit: "mg/d" }),
  /** A quotient: at most 15 significant digits. */
  per1000: field(z.string().nullable(), { label: "per1000", unit: "mg/d" }),
  /** Of the load per 1000 inhabitants, in percent, k = 2; null where the result has no uncertainty. */
  expanded: field(z.number().nullable(), { label: "expanded", unit: "%" }),
  /** The 95 % interval of the load per 1000 inhabitants, else of the load; never below zero. */
  low: field(z.number().nullable(), { label: "low", unit: "mg/d" }),
  high: field(z.number().nullable(), { label: "high", unit: "mg/d" }),
  factor: field(z.string().nullable(), { label: "factor" }),
  factorVersion: field(z.number().int().nullable(), { label: "factorVersion" }),
  consumption: field(z.number().nullable(), { label: "consumption", unit: "mg/d" }),
  /** Percent, k = 2; null where the factor or the dose has no uncertainty. */
  consumptionExpanded: field(z.number().nullable(), { label: "consumptionExpanded", unit: "%" }),
  doseMg: field(z.string().nullable(), { label: "doseMg", unit: "mg" }),
  doses: field(z.number().nullable(), { label: "doses" }),
  dosesExpanded: field(z.number().nullable(), { label: "dosesExpanded", unit: "%" }),
  formula: field(z.string(), { label: "formula" }),
  madeAt: field(dateTime, { label: "madeAt" }),
  madeBy: field(z.string(), { label: "madeBy" }),
};

export const load = z.object({
  loadId: z.number().int(),
  runId: z.number().int(),
  assayId: z.number().int(),
  unitId: z.number().int(),
  pointId: z.number().int(),
  factorId: z.number().int().nullable(),
  factorTrust: factorTrust.nullable().default(null),
  /** The day from which the flow's figure holds; null where it is the point's design flow. */
  flowSince: z.iso.date().nullable(),
  ...fields,
  warnings: z.array(loadWarning),
  consumptionBar: consumptionBar.nullable(),
  sampleNo: z.string().nullable(),
  /** The duplicate of the pair, and by how much both differ, in percent of their mean. */
  duplicateId: z.number().int().nullable(),
  pairDifference: z.number().nullable(),
  /** Of amphetamine: what methamphetamine leaves of it, mg/d per 1000 inhabitants, taken off before the consumption. */
  subtracted: z.string().nullable(),
  /** Of the result, μg/L. */
  loq: z.string().nullable(),
  /** The report that it was made for; null for one of the list. */
  reportId: z.number().int().nullable(),
  /** The number of now; one that a later calculation replaced stays, and is none. */
  isInForce: z.boolean(),
  /** The result was superseded since: the load has to be computed again. */
  isStale: z.boolean(),
  /** A control failed after the result was handed over, and nobody has decided on it yet. */
  isQuestioned: z.boolean(),
});
export type Load = z.infer<typeof load>;

const query = z.object({
  ...paging,
  ...sorting(["sampledOn"]),
  pointId: blank(id),
  analyte: blank(analyteName),
  category: blank(analyteCategory),
  from: blank(z.iso.date()),
  until: blank(z.iso.date()),
  ...daySpan,
  /** All of one calculation, replaced ones too; else those in force. */
  runId: blank(id),
});

export const listLoads = defineCall({
  name: "listLoads",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  /** `total` is exact to 10,000; where more were found `isMore` is true. */
  reply: page(load).extend({ isMore: z.boolean() }),
});

/** One load with what its calculation assumed, and what comes out when it is made again from what is with it. */
export const getLoad = defineCall({
  name: "getLoad",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    z.object({
      load,
      uncertainty: loadUncertainty,
      again: load.pick({
        ...{ load: true, per1000: true, expanded: true, consumption: true, doses: true },
        ...{ consumptionExpanded: true, dosesExpanded: true },
      }),
      isSame: z.boolean(),
    }),
  ),
});

export const computeLoads = defineCall({
  name: "computeLoads",
  method: "POST",
  path,
  access: may("edit"),
  title: { en: "Calculate loads", zh: "计算负荷" },
  body: z.object({
    pointId: idInBody,
    /** Days of sampling, both included; at most a year of them. */
    from: z.iso.date(),
    until: z.iso.date(),
    substitution: substitution.default("zero"),
    phase: assayPhase.default("liquid"),
    source: assaySource.default("lcms"),
    uncertainty: loadUncertainty.prefault({}),
    ...sampleRules,
  }),
  reply: data(
    z.object({
      /** Null where nothing could be computed. */
      runId: z.number().int().nullable(),
      computed: z.number().int(),
      /** Approved results of which there is no load, with the reason. */
      skipped: z.array(
        z.object({
          sampledOn: z.iso.date(),
          analyte: analyteName,
          /** Of the sample, where there is one; else the code of its bottle. */
          sample: z.string().default(""),
          reason: skipReason,
        }),
      ),
    }),
  ),
});

/** Loads as a spreadsheet. */
export const loadExport = {
  path,
  key: "loadId",
  fields,
  shown: {},
  labels: loadLabels,
  calls: defineExport({
    name: "exportLoads",
    path: `${path}/export`,
    access: may("export"),
    title: { en: "Export loads", zh: "导出毒品负荷" },
    query,
  }),
};
