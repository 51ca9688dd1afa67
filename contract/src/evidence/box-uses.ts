/** The use of an evidence box, as the box itself reported it: who opened which slot when, on which authority. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { id, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { timeSpan } from "../time-span.ts";

const may = (verb: string) => permission(`device:evidenceBox:${verb}`);
const path = "/v2/admin/evidence/boxUse";

/** `opened` with its closing; the others are what the box noticed without or besides an order. */
export const boxUseKind = z.enum(["opened", "forced", "leftOpen", "wrongItem", "weightChange"]);
export type BoxUseKind = z.infer<typeof boxUseKind>;

/** Grams: a smaller difference is no item. */
export const boxWeightNoise = 5;
export const boxMovement = z.enum(["in", "out", "none"]);
export type BoxMovement = z.infer<typeof boxMovement>;

export const boxUse = z.object({
  eventId: z.number(),
  kind: boxUseKind,
  at: epochMs,
  slot: z.number().int().nullable(),
  /** The order or release that was named when the slot was opened. */
  authority: z.string().nullable(),
  personA: z.string().nullable(),
  personB: z.string().nullable(),
  /** Null while the box is open, or where the box did not report it before the next opening. */
  closedAt: epochMs.nullable(),
  /** How long it was open. */
  seconds: z.number().nullable(),
  /** Grams: of the whole box. */
  weightBefore: z.number().nullable(),
  weightAfter: z.number().nullable(),
  /** Grams: what was put in, below 0 what was taken out; null where a weight is missing. */
  change: z.number().nullable(),
  movement: boxMovement.nullable(),
  /** Of a wrong item: what was to lie there, and what was found. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
});
export type BoxUse = z.infer<typeof boxUse>;

const query = z.object({
  ...paging,
  deviceId: id,
  kind: blank(boxUseKind),
  /** A part of the authority, or of the name of a person. */
  keyword: searchText,
  ...timeSpan,
});

/** Newest first. */
export const listBoxUses = defineCall({
  name: "listBoxUses",
  method: "GET",
  path: `${path}/list`,
  access: may("query"),
  query,
  reply: page(boxUse),
});

export const { export: exportBoxUses, exportByForm: exportBoxUsesByForm } = defineExport({
  name: "exportBoxUses",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export the use of an evidence box", zh: "导出物证箱使用明细" },
  query,
});
