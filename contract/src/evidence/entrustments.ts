/** Entrustments: what a client asks of an institution, from the draft to its closing, with the items and their chain. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { custodyEvent } from "../laboratory/custody.ts";
import { chainVerification } from "../laboratory/traceability.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { personalSignature } from "../system/passkeys.ts";
import { timeSpan } from "../time-span.ts";
import { currency } from "./currency.ts";
import {
  entrustment,
  entrustmentDecision,
  entrustmentStaff,
  entrustmentState,
  entrustmentWritten,
  recusedPerson,
  refusalGround,
  signature,
  workType,
} from "./entrustment-fields.ts";
import { evidenceItem, itemUnit } from "./items.ts";

const may = (verb: string) => permission(`evidence:entrustment:${verb}`);
const path = "/v2/admin/evidence/entrustment";
const text = (max: number) => z.string().trim().max(max);

export const entrustmentStep = z.enum(["submit", "start", "report", "return", "close"]);
export type EntrustmentStep = z.infer<typeof entrustmentStep>;

/** Received = consumed + reserve + returned + destroyed; what is left over is the gap, with the events that show it. */
export const amountBalance = z.object({
  unit: itemUnit,
  received: z.number(),
  consumed: z.number(),
  reserve: z.number(),
  returned: z.number(),
  destroyed: z.number(),
  gap: z.number(),
  /** The events whose count differs from the books. */
  gapEvents: z.array(z.number().int()),
});
export type AmountBalance = z.infer<typeof amountBalance>;

const named = z.object({ userId: z.number().int(), name: z.string() });

export const entrustmentDetail = entrustment.extend({
  ...entrustmentWritten,
  workTypes: z.array(workType),
  refusalGround: refusalGround.nullable(),
  decisionReason: z.string(),
  decided: signature.nullable(),
  firstExaminer: named.nullable(),
  secondExaminer: named.nullable(),
  reviewer: named.nullable(),
  clientConfirmed: signature.nullable(),
  institutionConfirmed: signature.nullable(),
  reported: signature.nullable(),
  /** Who takes no part in it. */
  recused: z.array(recusedPerson),
  items: z.array(evidenceItem),
  balance: z.array(amountBalance),
  /** What the reader may do with it now. */
  may: z.object({
    change: z.boolean(),
    addItem: z.boolean(),
    decide: z.boolean(),
    recuse: z.boolean(),
    confirmClient: z.boolean(),
    confirmInstitution: z.boolean(),
    steps: z.array(entrustmentStep),
  }),
});
export type EntrustmentDetail = z.infer<typeof entrustmentDetail>;

const query = z.object({
  ...paging,
  ...sorting(["createdAt", "entrustmentNo", "clientName", "dueDate", "decisionDue"]),
  /** A part of an entrustment's number, client or case number. */
  keyword: searchText,
  state: blank(entrustmentState),
  decision: blank(entrustmentDecision),
  workType: blank(workType),
  /** Those of which an item lies or lay in this evidence box. */
  deviceName: searchText,
  ...timeSpan,
});

export const listEntrustments = defineCall({
  name: "listEntrustments",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  reply: page(entrustment),
});

/** The accounts that can be named examiner, reviewer or receiver. At most 500, by name. */
export const listEvidenceStaff = defineCall({
  name: "listEvidenceStaff",
  method: "GET",
  path: `${path}/staff`,
  access: may("list"),
  reply: data(z.array(named.extend({ unitName: z.string() }))),
});

export const getEntrustment = defineCall({
  name: "getEntrustment",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(entrustmentDetail),
});

export const addEntrustment = defineCall({
  name: "addEntrustment",
  method: "POST",
  path,
  access: may("add"),
  title: { en: "Add an entrustment", zh: "新增委托" },
  body: z.object({ unitId: idInBody, ...entrustmentWritten }),
  reply: data(z.object({ id: z.number().int(), entrustmentNo: z.string() })),
});

export const changeEntrustment = defineCall({
  name: "changeEntrustment",
  method: "PUT",
  path,
  access: may("add"),
  title: { en: "Edit an entrustment", zh: "编辑委托" },
  body: z.object({ entrustmentId: idInBody, ...entrustmentWritten }),
});

/** Submit, start, report, return or close; what is out of order is refused, and nothing is written. */
export const stepEntrustment = defineCall({
  name: "stepEntrustment",
  method: "PUT",
  path: `${path}/step`,
  access: may("handle"),
  confirmation: "byInput",
  personOnly: true,
  title: { en: "Take a step of an entrustment", zh: "办理委托" },
  body: z.object({
    entrustmentId: idInBody,
    step: entrustmentStep,
    /** Of a report. */
    reportNo: text(64).default(""),
    /** Of a fee without a currency, when its entrustment is submitted; refused otherwise. */
    feeCurrency: currency.nullable().default(null),
    note: text(500).default(""),
    ...personalSignature,
  }),
});

/** Accept with two examiners and a reviewer, request a supplement, or refuse with a ground. */
export const decideEntrustment = defineCall({
  name: "decideEntrustment",
  method: "PUT",
  path: `${path}/decide`,
  access: may("decide"),
  confirmation: "byInput",
  personOnly: true,
  title: { en: "Decide on an entrustment", zh: "审查委托" },
  body: z.object({
    entrustmentId: idInBody,
    decision: entrustmentDecision,
    reason: text(500).default(""),
    refusalGround: refusalGround.nullable().default(null),
    ...entrustmentStaff,
    ...personalSignature,
  }),
});

/**
 * Recuses an account: it can examine, approve, receive and sign nothing of the entrustment from then on. An examiner or
 * the reviewer is replaced in the same step.
 */
export const recuseFromEntrustment = defineCall({
  name: "recuseFromEntrustment",
  method: "PUT",
  path: `${path}/recuse`,
  access: may("decide"),
  confirmation: "byInput",
  personOnly: true,
  title: { en: "Recuse from an entrustment", zh: "登记回避" },
  body: z.object({
    entrustmentId: idInBody,
    userId: idInBody,
    ground: text(300).min(1),
    replacementId: idInBody.nullable().default(null),
    ...personalSignature,
  }),
});

/** The confirmation of an accepted entrustment by both sides, each recorded by another account. */
export const confirmEntrustment = defineCall({
  name: "confirmEntrustment",
  method: "PUT",
  path: `${path}/confirm`,
  access: may("handle"),
  confirmation: "byInput",
  personOnly: true,
  title: { en: "Confirm an entrustment", zh: "确认委托事项" },
  body: z.object({
    entrustmentId: idInBody,
    side: z.enum(["client", "institution"]),
    /** Who of the client signs. */
    person: text(60).default(""),
    ...personalSignature,
  }),
});

/** A stored value that is not what the chain says last. */
const difference = z.object({
  subject: z.string(),
  field: z.enum(["state", "holder", "sealNo", "reserve"]),
  chained: z.string(),
  stored: z.string(),
});

/** What auditors ask of an entrustment, from the chain: its events, verified while it is read. */
export const entrustmentTrack = z.object({
  entrustmentId: z.number().int(),
  entrustmentNo: z.string(),
  state: entrustmentState,
  examiners: z.array(named),
  reviewer: named.nullable(),
  /** Of the items, with those that were split off. */
  items: z.array(evidenceItem),
  /** The first thousand events. */
  events: z.array(custodyEvent),
  verification: chainVerification,
  /** Stored values that differ from the last event of their item. */
  differences: z.array(difference),
  /** Items whose events have a number missing. */
  incomplete: z.array(z.string()),
  /** The newest time stamp of an outside authority: it covers every event up to this one. Null where there is none. */
  stamped: z.object({ to: z.number().int(), at: epochMs }).nullable(),
});
export type EntrustmentTrack = z.infer<typeof entrustmentTrack>;

export const getEntrustmentTrack = defineCall({
  name: "getEntrustmentTrack",
  method: "GET",
  path: `${path}/:id/track`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(entrustmentTrack),
});

/** The letter of entrustment as the printed form: A4, to be signed by both sides. */
export const printEntrustment = defineCall({
  name: "printEntrustment",
  audited: false,
  method: "GET",
  path: `${path}/:id/form`,
  access: may("query"),
  answers: "file",
  params: z.object({ id }),
});

/** As a page that verifies itself, an archive with that page and its parts, or a PDF that the archive is attached to. */
export const evidenceFormat = z.enum(["html", "zip", "pdf"]);
export type EvidenceFormat = z.infer<typeof evidenceFormat>;

/** One entrustment as a file that verifies itself offline; the export is an event of the entrustment. */
export const makeEvidenceFile = defineCall({
  name: "makeEvidenceFile",
  method: "POST",
  path: `${path}/:id/file`,
  access: may("export"),
  title: { en: "Export an entrustment for the court", zh: "导出委托的法庭核验文件" },
  answers: "file",
  params: z.object({ id }),
  query: z.object({ format: evidenceFormat.default("html") }),
});

export const { export: exportEntrustments, exportByForm: exportEntrustmentsByForm } = defineExport({
  name: "exportEntrustments",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export entrustments", zh: "导出委托" },
  query,
});
