/**
 * Test boards: their types and lots, which all units share, and the standard curve of a lot.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, id } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { boardLotLabels } from "./board-lot-labels.ts";
import { boardTypeLabels } from "./board-type-labels.ts";
import { analyteName } from "./factors.ts";

export const boardLabel = z.enum(["colloidalGold", "fluorescence"]);
export type BoardLabel = z.infer<typeof boardLabel>;
const boardPolarity = z.enum(["competitive", "turnOn"]);
const boardMatrix = z.enum(["urine", "saliva", "hair", "sewage"]);
/** How the camera sees a board; the places of window and lines are those of the fixture. */
const boardFixture = z.enum(["handheld", "strip"]);
const boardChannel = z.enum(["green", "red", "blue", "grey", "brightest"]);
const boardSignal = z.enum(["codedDrop", "linearDrop", "opticalDensity", "emission"]);

const code = z.string().trim().min(1).max(40);
const positive = z.number().positive().max(1e9);
const seconds = z.number().int().min(0).max(86_400);
const celsius = z.number().min(-40).max(100);

export const boardTypes = defineResource({
  names: { one: "BoardType", many: "BoardTypes" },
  path: "/v2/admin/laboratory/boardType",
  permission: "laboratory:boardType",
  table: "board_type",
  key: "typeId",
  unique: "typeCode",
  unit: null,
  fields: {
    typeCode: field(code, { label: "code", search: "text", sortable: true }),
    typeName: field(z.string().trim().min(1).max(100), { label: "name", search: "text", sortable: true }),
    label: field(boardLabel, { label: "label", dictionary: "label", search: "choice" }),
    analyte: field(analyteName, { label: "analyte", dictionary: "analyte", search: "choice" }),
    polarity: field(boardPolarity.default("competitive"), { label: "polarity", dictionary: "polarity" }),
    matrix: field(boardMatrix.default("sewage"), { label: "matrix", dictionary: "matrix", search: "choice" }),
    cutOff: field(positive, { label: "cutOff" }),
    cutOffUnit: field(z.string().trim().min(1).max(20).default("ng/mL"), { label: "cutOffUnit" }),
    /** From the application of the sample. */
    readFrom: field(seconds.default(300), { label: "readFrom", unit: "s", column: "hidden" }),
    readUntil: field(seconds.default(900), { label: "readUntil", unit: "s", column: "hidden" }),
    tempLow: field(celsius.default(15), { label: "tempLow", unit: "°C", column: "hidden" }),
    tempHigh: field(celsius.default(30), { label: "tempHigh", unit: "°C", column: "hidden" }),
    fixture: field(boardFixture.default("handheld"), {
      label: "fixture",
      dictionary: "fixture",
      column: "hidden",
    }),
    channel: field(boardChannel.default("green"), {
      label: "channel",
      dictionary: "channel",
      column: "hidden",
    }),
    /** What the curves of its lots mean by signal: they hold for this one only. */
    signal: field(boardSignal.default("codedDrop"), {
      label: "signal",
      dictionary: "signal",
      column: "hidden",
    }),
    /** Levels, 0 to 255; without it the background is not judged. */
    maxBackground: field(z.number().min(0).max(255).nullable().default(null), {
      label: "maxBackground",
      column: "hidden",
    }),
    status: field(flag.default("0"), { label: "status", dictionary: "status", search: "choice" }),
    remark: field(z.string().trim().max(500).default(""), { label: "remark", column: "hidden" }),
  },
  shown: {
    lots: field(z.number().int(), { label: "lots", export: false }),
    createTime: field(z.string(), { label: "created", column: "hidden" }),
  },
  labels: boardTypeLabels,
});
export type BoardType = z.infer<typeof boardTypes.row>;

export const boardExpiry = z.enum(["valid", "soon", "expired"]);

const expiry = z
  .string()
  .trim()
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/,
    localized("must be a month or a day: 2027-06 or 2027-06-15", "须为年月或年月日：2027-06 或 2027-06-15"),
  );
const parameter = z.number().min(-1e9).max(1e9).nullable().default(null);

export const boardLots = defineResource({
  names: { one: "BoardLot", many: "BoardLots" },
  path: "/v2/admin/laboratory/boardLot",
  permission: "laboratory:boardLot",
  table: "board_lot",
  key: "lotId",
  unique: "lotNo",
  unit: null,
  fields: {
    lotNo: field(code, { label: "lotNo", search: "text", sortable: true }),
    typeCode: field(code, { label: "typeCode", search: "text" }),
    /** That of its type. */
    label: field(boardLabel, { label: "label", dictionary: "label", search: "choice", column: "hidden" }),
    /** A month counts to its last day. */
    expiresOn: field(expiry, { label: "expires", sortable: true }),
    a: field(parameter, { label: "a", column: "hidden" }),
    b: field(z.number().positive().max(100).nullable().default(null), { label: "b", column: "hidden" }),
    c: field(positive.nullable().default(null), { label: "c", column: "hidden" }),
    d: field(parameter, { label: "d", column: "hidden" }),
    low: field(z.number().min(0).max(1e9).nullable().default(null), { label: "low", column: "hidden" }),
    high: field(positive.nullable().default(null), { label: "high", column: "hidden" }),
    /** The least C line as a detector reports it, counts. */
    minimumC: field(z.number().min(0).max(65_535).default(4000), { label: "minimumC", column: "hidden" }),
    nominalC: field(z.number().min(0).max(65_535).nullable().default(null), {
      label: "nominalC",
      column: "hidden",
    }),
    /** The least C line in a picture, in the signal of the type. */
    minimumContrast: field(z.number().min(0).max(5).default(0.1), {
      label: "minimumContrast",
      column: "hidden",
    }),
    /** What the C line of a good board has there; of turn-on boards, a far weaker one shows an excess. */
    nominalContrast: field(z.number().min(0).max(5).nullable().default(null), {
      label: "nominalContrast",
      column: "hidden",
    }),
    /** In place of the response of the curve at the cut-off of the type. */
    ratioCutOff: field(z.number().min(0).max(100).nullable().default(null), {
      label: "ratioCutOff",
      column: "hidden",
    }),
    repeat: field(z.number().min(0).max(100).default(5), { label: "repeat", unit: "%", column: "hidden" }),
    status: field(flag.default("0"), { label: "status", dictionary: "status", search: "choice" }),
    remark: field(z.string().trim().max(500).default(""), { label: "remark", column: "hidden" }),
  },
  shown: {
    typeName: field(z.string(), { label: "typeName" }),
    analyte: field(analyteName, { label: "analyte", dictionary: "analyte" }),
    polarity: field(boardPolarity, { label: "polarity", dictionary: "polarity" }),
    matrix: field(boardMatrix, { label: "matrix", dictionary: "matrix" }),
    cutOff: field(z.number(), { label: "cutOff" }),
    cutOffUnit: field(z.string(), { label: "cutOffUnit", column: "hidden" }),
    expiry: field(boardExpiry, { label: "expiry", dictionary: "expiry" }),
    tests: field(z.number().int(), { label: "tests", export: false }),
    createTime: field(z.string(), { label: "created", column: "hidden" }),
  },
  labels: boardLotLabels,
});
export type BoardLot = z.infer<typeof boardLots.row>;

const may = (verb: string) => permission(`laboratory:boardLot:${verb}`);

/** One calibrator: its concentration in the unit of the cut-off, and the T/C that one board gave. */
export const calibrator = z.object({
  x: z.number().min(0).max(1e9),
  y: z.number().min(-100).max(1000),
  s: z.number().positive().max(1000).optional(),
});
export const curveWeighting = z.enum(["none", "1/y", "1/y2", "1/s2"]);

const levelCheck = z.object({
  x: z.number(),
  count: z.number().int(),
  isAnchor: z.boolean(),
  back: z.number().nullable(),
  recovery: z.number().nullable(),
  cv: z.number().nullable(),
  limit: z.number(),
  passes: z.boolean(),
  isPrecise: z.boolean(),
});

export const curveFit = z.object({
  a: z.number(),
  b: z.number(),
  c: z.number(),
  d: z.number(),
  weighting: curveWeighting,
  r2: z.number(),
  accepted: z.boolean(),
  judged: z.number().int(),
  passing: z.number().int(),
  lloq: z.number().nullable(),
  uloq: z.number().nullable(),
  failures: z.array(z.enum(["levels", "share", "lowest", "highest"])),
  levels: z.array(levelCheck),
});
export type CurveFit = z.infer<typeof curveFit>;

const curveBody = z.object({
  standards: z.array(calibrator).min(5).max(500),
  weighting: curveWeighting.default("none"),
  /** The range that is claimed; calibrators outside are anchors. Without it all of them. */
  low: z.number().min(0).max(1e9).optional(),
  high: z.number().positive().max(1e9).optional(),
});

/** A fit and its acceptance by back-calculation; nothing is stored. */
export const previewBoardCurve = defineCall({
  name: "previewBoardCurve",
  method: "POST",
  path: "/v2/admin/laboratory/boardLot/:id/curve/preview",
  access: may("edit"),
  title: { en: "Preview a standard curve", zh: "预览标准曲线" },
  params: z.object({ id }),
  body: curveBody,
  reply: data(curveFit),
});

/** Stores an accepted curve with its calibrators; its range is from the lower to the upper limit of quantification. */
export const storeBoardCurve = defineCall({
  name: "storeBoardCurve",
  method: "PUT",
  path: "/v2/admin/laboratory/boardLot/:id/curve",
  access: may("edit"),
  title: { en: "Store a standard curve", zh: "保存标准曲线" },
  params: z.object({ id }),
  body: curveBody,
  reply: data(curveFit),
});

const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });

/** Screening against the confirming assays of a lot or a device, with 95 % intervals. */
const boardAgreement = z.object({
  truePositive: z.number().int(),
  falsePositive: z.number().int(),
  falseNegative: z.number().int(),
  trueNegative: z.number().int(),
  sensitivity: estimate.nullable(),
  specificity: estimate.nullable(),
  kappa: estimate.nullable(),
});
export type BoardAgreement = z.infer<typeof boardAgreement>;

export const outcomeName = z.enum(["positive", "negative", "invalid", "outOfRange", "expiredLot", "refused"]);

/** What is known of a lot apart from its fields. */
export const getBoardLotUse = defineCall({
  name: "getBoardLotUse",
  method: "GET",
  path: "/v2/admin/laboratory/boardLot/:id/use",
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    z.object({
      /** Null where the parameters were entered by hand, or there are none. */
      curve: curveFit
        .extend({ standards: z.array(calibrator), storedBy: z.string(), storedAt: dateTime })
        .nullable(),
      outcomes: z.array(z.object({ outcome: outcomeName, count: z.number().int() })),
      /** The newest tests with a T/C, at most 500. */
      points: z.array(
        z.object({
          testId: z.number().int(),
          at: z.number().int(),
          c: z.number(),
          ratio: z.number(),
          concentration: z.number().nullable(),
          outcome: outcomeName,
        }),
      ),
      agreement: boardAgreement.nullable(),
      devices: z.array(z.object({ deviceName: z.string(), agreement: boardAgreement })),
    }),
  ),
});
