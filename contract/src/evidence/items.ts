/** Items of evidence: what was received, where it is, who answers for it, and what happened to it, event by event. */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { custodyEvent } from "../laboratory/custody.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { personalSignature } from "../system/passkeys.ts";

const may = (verb: string) => permission(`evidence:item:${verb}`);
const path = "/v2/admin/evidence/item";
const text = (max: number) => z.string().trim().max(max);

export const itemState = z.enum([
  ...([
    "registered",
    "sealed",
    "deposited",
    "inBox",
    "out",
    "inLaboratory",
    "returned",
    "destroyed",
  ] as const),
  "lost",
]);
export type ItemState = z.infer<typeof itemState>;
export const itemStorage = z.enum(["ambient", "c4", "c-20", "dry", "faraday"]);
export const itemOrigin = z.enum(["brought", "fetched", "sent", "takenAtScene"]);
export const itemHazard = z.enum(["none", "biological", "chemical", "flammable", "sharp", "radiation"]);
export const itemUnit = z.enum(["piece", "g", "mg", "mL", "L", "GB"]);

/** Up to four decimals: amounts are added up exactly. */
const amount = z
  .number()
  .min(0)
  .max(99_999_999)
  .refine(
    (value) => Math.abs(Math.round(value * 10_000) - value * 10_000) < 1e-4,
    localized("must have at most four decimals", "最多四位小数"),
  );
const positive = amount.refine((value) => value > 0, localized("must be more than 0", "须大于 0"));

export const evidenceItem = z.object({
  itemId: z.number().int(),
  itemNo: z.string(),
  entrustmentId: z.number().int(),
  entrustmentNo: z.string(),
  unitId: z.number().int(),
  parentId: z.number().int().nullable(),
  parentNo: z.string().nullable(),
  name: z.string(),
  quantity: z.number(),
  unit: itemUnit,
  uniqueMark: z.string(),
  packaging: z.string(),
  sealNo: z.string(),
  /** SHA-256 of the photo of the seal, in lower-case hex; empty where there is none. */
  photoHash: z.string(),
  storage: itemStorage,
  hazard: itemHazard,
  origin: itemOrigin,
  state: itemState,
  /** Who answers for it. */
  holderId: z.number().int(),
  holder: z.string(),
  place: z.string(),
  deviceName: z.string().nullable(),
  slot: z.number().int().nullable(),
  /** What is left of it, as it was last counted. */
  reserve: z.number(),
  consumed: z.number(),
  moved: z.number(),
  returnedAmount: z.number(),
  destroyedAmount: z.number(),
  /** A handover that its receiver has not taken yet; past its expiry it is the giver's again. */
  offer: z
    .object({
      toId: z.number().int(),
      to: z.string(),
      by: z.string(),
      expiresAt: epochMs,
      isExpired: z.boolean(),
    })
    .nullable(),
  destroyAskedBy: z.string().nullable(),
  destroyAskedById: z.number().int().nullable(),
  destroyAskedAt: epochMs.nullable(),
  /** On whose order its destruction was requested. */
  destroyAuthority: z.string(),
  createdAt: epochMs,
});
export type EvidenceItem = z.infer<typeof evidenceItem>;

/** What can be recorded of an item by itself; a destruction is requested here and approved by a second person. */
export const itemStep = z.enum([
  ...(["collect", "seal", "deposit", "takeOut", "handover", "receive", "split", "test", "return"] as const),
  ...(["audit", "exception", "destroy"] as const),
]);
export type ItemStep = z.infer<typeof itemStep>;

export const itemDetail = evidenceItem.extend({
  children: z.array(evidenceItem),
  events: z.array(custodyEvent),
  /** What the reader may record of it now. */
  steps: z.array(itemStep),
  mayApproveDestruction: z.boolean(),
});
export type ItemDetail = z.infer<typeof itemDetail>;

const query = z.object({
  ...paging,
  ...sorting(["createdAt", "itemNo", "name", "state"]),
  /** A part of an item's number, name, unique mark or seal. */
  keyword: searchText,
  state: blank(itemState),
  storage: blank(itemStorage),
  entrustmentId: blank(id),
  /**
   * "mine": the reader answers for it; "offered": its handover waits for the reader; "disposal": its destruction
   * waits for approval; "due": the opinion is out and nobody settled it yet. What was returned, destroyed or lost is
   * none of these.
   */
  only: blank(z.enum(["mine", "offered", "disposal", "due"])),
});

export const listEvidenceItems = defineCall({
  name: "listEvidenceItems",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  reply: page(evidenceItem),
});

export const { export: exportEvidenceItems, exportByForm: exportEvidenceItemsByForm } = defineExport({
  name: "exportEvidenceItems",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export items of evidence", zh: "导出检材" },
  query,
});

export const getEvidenceItem = defineCall({
  name: "getEvidenceItem",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(itemDetail),
});

export const addEvidenceItem = defineCall({
  name: "addEvidenceItem",
  method: "POST",
  path,
  access: may("add"),
  title: { en: "Register an item of evidence", zh: "登记检材" },
  body: z.object({
    entrustmentId: idInBody,
    name: text(200).min(1),
    quantity: positive,
    unit: itemUnit.default("piece"),
    uniqueMark: text(100).default(""),
    packaging: text(100).default(""),
    sealNo: text(64).default(""),
    photoHash: z
      .string()
      .trim()
      .regex(
        /^([0-9a-f]{64})?$/,
        localized("must be 64 hexadecimal digits (SHA-256)", "须为 64 位十六进制数（SHA-256）"),
      )
      .default(""),
    storage: itemStorage.default("ambient"),
    hazard: itemHazard.default("none"),
    origin: itemOrigin.default("brought"),
    place: text(200).default(""),
  }),
  reply: data(z.object({ id: z.number().int(), itemNo: z.string() })),
});

/** Records what happens to an item; a step that its state does not allow is refused, and nothing is written. */
export const recordItemEvent = defineCall({
  name: "recordItemEvent",
  method: "POST",
  path: `${path}/event`,
  access: may("handle"),
  confirmation: "byInput",
  personOnly: true,
  title: { en: "Record a custody event of an item", zh: "登记检材流转记录" },
  body: z.object({
    itemId: idInBody,
    step: itemStep,
    place: text(200).default(""),
    note: text(500).default(""),
    /** On whose order: of what is taken out, tested, returned or destroyed. */
    authority: text(200).default(""),
    /** The seal as it is put on, or as it is read at a receipt or an audit. */
    sealNo: text(64).default(""),
    condition: text(200).default(""),
    /** Consumed by a test, or counted by an audit; in the item's unit. */
    amount: amount.nullable().default(null),
    /** The parts of a split, in the item's unit. */
    parts: z.array(positive).max(50).default([]),
    /** The receiver of a handover: an account. */
    toUserId: idInBody.nullable().default(null),
    /** After how many hours an offer is the giver's again. */
    expiresInHours: z.number().int().min(1).max(168).default(24),
    /** Who of the client takes a returned item. */
    toPerson: text(60).default(""),
    /** The evidence box that it is put into. */
    deviceName: text(64).default(""),
    slot: z.number().int().min(1).max(200).nullable().default(null),
    /** An exception after which the item is lost. */
    isLost: z.boolean().default(false),
    ...personalSignature,
  }),
});

/** A second person approves the destruction that another requested. */
export const approveItemDestruction = defineCall({
  name: "approveItemDestruction",
  method: "PUT",
  path: `${path}/destroy`,
  access: may("approve"),
  confirmation: "byInput",
  personOnly: true,
  title: { en: "Approve the destruction of an item", zh: "批准销毁检材" },
  body: z.object({ itemId: idInBody, note: text(500).default(""), ...personalSignature }),
});

/** A second person refuses the destruction that another requested; the item stays where it is. */
export const refuseItemDestruction = defineCall({
  name: "refuseItemDestruction",
  method: "PUT",
  path: `${path}/destroy/refuse`,
  access: may("approve"),
  personOnly: true,
  title: { en: "Refuse the destruction of an item", zh: "驳回销毁检材" },
  body: z.object({ itemId: idInBody, reason: text(500).min(1) }),
});
