/** The custody chain: what happened to samples, bottles and deliveries, appended and never changed. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { chainState } from "../system/audit.ts";

/** What a sample is recorded by: what is entered at its collection, and what a correction may change. */
export const recordedField = z.enum([
  ...(["kind", "pointCode", "planNo", "began", "ended", "volume", "ph", "conductivity"] as const),
  ...(["waterTemp", "flow", "flowSource", "latitude", "longitude", "samplerPerson", "note"] as const),
  ...(["aliquotsTaken", "aliquotsMissed", "boxTempMean", "boxTempMax"] as const),
  ...(["maxGap", "flowSampled"] as const),
]);
export type RecordedField = z.infer<typeof recordedField>;
const recordedValue = z.union([z.string(), z.number(), z.null()]);
export type RecordedValue = z.infer<typeof recordedValue>;
/** A field of a sample's record with both of its values. */
export const samplingChange = z.object({ field: recordedField, before: recordedValue, after: recordedValue });
export type SamplingChange = z.infer<typeof samplingChange>;

/** What can happen; corrections are events of their own. */
export const custodyKind = z.enum([
  "collect",
  "seal",
  "handover",
  "transport",
  "receive",
  "open",
  "reserve",
  "destroy",
  "exception",
  "correct",
  // Of entrustments and their items.
  ...(["register", "step", "deposit", "takeOut", "split", "test", "return", "audit"] as const),
]);
export type CustodyKind = z.infer<typeof custodyKind>;

/** By what the actor was known to the platform: a log-in, or an API key with who made it. */
export const custodyVia = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("session") }),
  z.object({
    kind: z.literal("key"),
    id: z.number().int(),
    name: z.string(),
    maker: z.object({ id: z.number().int(), userName: z.string() }),
  }),
]);

/** What an event says of an entrustment or an item of evidence besides; null in events of samples. */
export const evidenceFacts = z.object({
  /** Of each thing that the event is about: the how-manieth event of that thing it is. */
  nth: z.record(z.string(), z.number().int()),
  /** Custody is not place: the item may stay where it lies while another person answers for it. */
  fromPlace: z.string().nullable(),
  toPlace: z.string().nullable(),
  authority: z.string().nullable(),
  sealBefore: z.string().nullable(),
  sealAfter: z.string().nullable(),
  sealMatches: z.boolean().nullable(),
  /** Of amounts. */
  unit: z.string().nullable(),
  /** What the books held where something was counted. */
  book: z.number().nullable(),
  /** How the item stands after the event. */
  after: z
    .object({ state: z.string(), holder: z.string(), sealNo: z.string(), reserve: z.number() })
    .nullable(),
  /** Of an export: the SHA-256 of the document that was exported. */
  document: z.string().optional(),
  /** A photo or a temperature curve that belongs to the event, by the SHA-256 of its bytes. */
  file: z.object({ name: z.string(), mediaType: z.string(), sha256: z.string() }).optional(),
  /** Of the leg that ends with this event: the temperatures of the box, which its custodian answers for. */
  leg: z
    .object({
      custodian: z.string(),
      box: z.string(),
      from: z.string(),
      to: z.string(),
      readings: z.number().int(),
      /** °C; null where the box reported none in this time. */
      min: z.number().nullable(),
      mean: z.number().nullable(),
      max: z.number().nullable(),
      /** The limits of the item's storage in °C; null where it has none. */
      low: z.number().nullable(),
      high: z.number().nullable(),
      excursionSeconds: z.number().int(),
    })
    .optional(),
});
export type EvidenceFacts = z.infer<typeof evidenceFacts>;

/** An event of the chain as it was appended. */
export const custodyEvent = z.object({
  seq: z.number().int(),
  kind: custodyKind,
  /** When the platform took it. */
  at: epochMs,
  /** Who did it: the name that the person chose, the user's number, and the log-in name (null in events of before). */
  actor: z.string(),
  actorId: z.number().int(),
  actorUserName: z.string().nullable(),
  /** Null in events of before it was recorded. */
  via: custodyVia.nullable(),
  /** Who had it before and who has it now; null where the event moves nothing from hand to hand. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Where it was, in the words of who did it: a point, a sampler with its slot, a unit. */
  place: z.string().nullable(),
  sealNo: z.string().nullable(),
  condition: z.string().nullable(),
  note: z.string().nullable(),
  /** Of `collect`: what was entered, times in epoch ms; null for events of before it was recorded. */
  recorded: z.partialRecord(recordedField, recordedValue).nullable(),
  /** mL that `open`, `reserve` or `destroy` consumed, kept or destroyed; of items in their own unit. Null where none is recorded. */
  amount: z.number().nullable(),
  /** Of `correct`: each field that was changed. */
  changes: z.array(samplingChange).nullable(),
  evidence: evidenceFacts.nullable(),
  /** `bottle:12`, `sampling:7`, `delivery:3`, `entrustment:4`, `item:9`. */
  about: z.array(z.string()),
  hash: z.string(),
  prev: z.string(),
});
export type CustodyEvent = z.infer<typeof custodyEvent>;

/** The state of the custody chain, and the key that the checkpoints of its log are verified by: NAME+HASH+KEY. */
const custodyChainState = chainState.extend({ checkpointKey: z.string() });
export type CustodyChainState = z.infer<typeof custodyChainState>;

const may = (verb: string) => permission(`laboratory:custody:${verb}`);
const path = "/v2/admin/laboratory/custody/chain";

export const getCustodyChain = defineCall({
  name: "getCustodyChain",
  method: "GET",
  path,
  access: may("query"),
  reply: data(custodyChainState),
});

/** Walks the whole chain now. */
export const verifyCustodyChain = defineCall({
  name: "verifyCustodyChain",
  method: "POST",
  path: `${path}/verify`,
  access: may("query"),
  title: { en: "Verify the custody chain", zh: "校验保管链" },
  reply: data(custodyChainState),
});

/** The whole chain as the file of `custody-verify`; for those who may read all of it. */
export const exportCustodyChain = defineCall({
  name: "exportCustodyChain",
  method: "GET",
  path: `${path}/export`,
  access: may("export"),
  confirmation: "always",
  title: { en: "Export the custody chain", zh: "导出保管链" },
  answers: "file",
});
