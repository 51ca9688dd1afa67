/**
 * Tests with boards: what handheld detectors reported, and pictures that people uploaded. A positive is presumptive until
 * an assay confirms it; the readings of its picture stand next to each other, never over each other.
 */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, flag, id, idInBody, page } from "../envelope.ts";
import { dateTime, epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { boardControlKind, withholdCause } from "./board-controls.ts";
import {
  boardFlag,
  boardJudgement,
  boardMeasurement,
  boardOutcome,
  boardPictureFile,
  boardQuantity,
  boardReason,
  boardRegion,
} from "./board-readings.ts";
import { boardLabel } from "./boards.ts";
import { analyteName } from "./factors.ts";

const may = (verb: string) => permission(`laboratory:boardTest:${verb}`);
const path = "/v2/admin/laboratory/boardTest";

/** `sample`: belongs to a sample of the platform; `fast`: a screening in the field. */
export const boardTestKind = z.enum(["sample", "fast"]);
export type BoardTestKind = z.infer<typeof boardTestKind>;

/** `presumptive`: positive, no assay yet; the others as the assay said. */
export const confirmation = z.enum(["none", "presumptive", "confirmed", "notConfirmed"]);
export type Confirmation = z.infer<typeof confirmation>;

const testFields = {
  testId: z.number().int(),
  kind: boardTestKind,
  source: z.enum(["device", "upload"]),
  measuredAt: epochMs,
  receivedAt: epochMs,
  unitId: z.number().int(),
  unitName: z.string(),
  deviceName: z.string().nullable(),
  lotNo: z.string(),
  lotId: z.number().int().nullable(),
  label: boardLabel.nullable(),
  analyte: analyteName.nullable(),
  sampleNo: z.string(),
  samplingId: z.number().int().nullable(),
  operator: z.string(),
  /** As the detector reported them, counts; of an upload the contrasts of its first reading. */
  c: z.number().nullable(),
  t: z.number().nullable(),
  ratio: z.number().nullable(),
  background: z.number().nullable(),
  /** Seconds from the application. */
  readAfter: z.number().nullable(),
  boardTemp: z.number().nullable(),
  preconcentration: z.number(),
  outcome: boardOutcome,
  reason: boardReason.nullable(),
  flags: z.array(boardFlag),
  quantity: boardQuantity.nullable(),
  quantityUnit: z.string(),
  /** What the detector itself concluded; null of an upload. */
  deviceOutcome: z.string().nullable(),
  confirmation,
  assayId: z.number().int().nullable(),
  /** What kind of control board it was; null: a sample. */
  control: boardControlKind.nullable(),
  /** Null where the control gave no verdict: refused, expired, read at the wrong time or temperature. */
  controlPassed: z.boolean().nullable(),
  /** Why the result does not count for now; null: it counts. */
  withheld: withholdCause.nullable(),
  /** It counts by a person's override of a lockout. */
  isOverridden: z.boolean(),
  sha256: z.string().nullable(),
};
export const boardTest = z.object(testFields);
export type BoardTest = z.infer<typeof boardTest>;

const filters = {
  /** Found in the sample, the lot, the operator or the device. */
  keyword: searchText,
  kind: blank(boardTestKind),
  label: blank(boardLabel),
  analyte: blank(analyteName),
  outcome: blank(boardOutcome),
  confirmation: blank(confirmation),
  /** `sample`: no control boards; `control`: these only; else controls of the kind. */
  control: blank(z.enum(["sample", "control", ...boardControlKind.options])),
  withheld: blank(flag),
  deviceName: searchText,
  lotNo: searchText,
  unitId: blank(id),
  ...timeSpan,
};
const query = z.object({ ...paging, ...filters });

export const listBoardTests = defineCall({
  name: "listBoardTests",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  reply: page(boardTest),
});

export const { export: exportBoardTests, exportByForm: exportBoardTestsByForm } = defineExport({
  name: "exportBoardTests",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export board tests", zh: "导出检测板记录" },
  query,
});

/** A reading of the stored picture; the newest counts as what the picture says. */
const boardReading = z.object({
  readingId: z.number().int(),
  madeAt: dateTime,
  madeBy: z.string(),
  file: boardPictureFile,
  region: boardRegion.nullable(),
  measurement: boardMeasurement,
  judgement: boardJudgement,
});
export type BoardReading = z.infer<typeof boardReading>;

export const getBoardTest = defineCall({
  name: "getBoardTest",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    z.object({
      ...testFields,
      /** Where its picture is: not announced, on its way, stored, or never came. */
      picture: z.enum(["none", "waiting", "stored", "missing"]),
      cutOff: z.object({ value: z.number(), unit: z.string() }).nullable(),
      readings: z.array(boardReading),
      /** All readings of the same board, the first one first; empty where it was read once. */
      captures: z.array(
        z.object({
          testId: z.number().int(),
          measuredAt: epochMs,
          readAfter: z.number().nullable(),
          ratio: z.number().nullable(),
          outcome: boardOutcome,
          reason: boardReason.nullable(),
          /** The one that counts; the others stand next to it. */
          counts: z.boolean(),
        }),
      ),
      assay: z
        .object({
          assayId: z.number().int(),
          flag: z.string(),
          value: z.string().nullable(),
          state: z.string(),
        })
        .nullable(),
    }),
  ),
});
export type BoardTestDetail = z.infer<typeof getBoardTest.reply>["data"];

export const getBoardTestPicture = defineCall({
  name: "getBoardTestPicture",
  audited: false,
  method: "GET",
  path: `${path}/:id/picture`,
  access: may("query"),
  answers: "file",
  params: z.object({ id }),
});

/** Reads the stored picture again; the reading is kept next to the older ones. */
export const readBoardTest = defineCall({
  name: "readBoardTest",
  method: "POST",
  path: `${path}/:id/reading`,
  access: may("edit"),
  title: { en: "Read the picture of a board test", zh: "重新判读检测板图片" },
  params: z.object({ id }),
  body: z.object({ region: boardRegion.nullable().default(null) }),
  reply: data(boardReading),
});

/** A picture of a board, PNG or JPEG, with the lot it is of. */
export const uploadBoardTest = defineCall({
  name: "uploadBoardTest",
  method: "POST",
  path: `${path}/upload`,
  access: may("edit"),
  title: { en: "Upload a picture of a board", zh: "上传检测板图片" },
  takes: "picture",
  query: z.object({
    lotNo: z.string().trim().min(1).max(40),
    sampleNo: z.string().trim().max(64).default(""),
    readAfter: z.coerce.number().int().min(0).max(86_400).optional(),
    boardTemp: z.coerce.number().min(-40).max(100).optional(),
    preconcentration: z.coerce.number().positive().max(1e6).default(1),
    /** A control board of this kind, read with the device that is named. */
    control: blank(boardControlKind),
    deviceName: searchText,
    /** Whose test it is; asked of people who belong to no unit. */
    unitId: blank(id),
  }),
  reply: data(z.object({ testId: z.number().int(), outcome: boardOutcome })),
});

/** Links the assay that confirms a test, or takes the link away. */
export const confirmBoardTest = defineCall({
  name: "confirmBoardTest",
  method: "PUT",
  path: `${path}/confirmation`,
  access: may("edit"),
  personOnly: true,
  title: { en: "Confirm a board test", zh: "确证检测板结果" },
  body: z.object({ testId: idInBody, assayId: idInBody.nullable() }),
});
