/** The custody chain: what happened to samples, bottles and deliveries, appended and never changed. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { chainState } from "../system/audit.ts";

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
]);
export type CustodyKind = z.infer<typeof custodyKind>;

/** An event of the chain as it was appended. */
export const custodyEvent = z.object({
  seq: z.number().int(),
  kind: custodyKind,
  /** When the platform took it. */
  at: epochMs,
  actor: z.string(),
  /** Who had it before and who has it now; null where the event moves nothing from hand to hand. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Where it was, in the words of who did it: a point, a sampler with its slot, a unit. */
  place: z.string().nullable(),
  sealNo: z.string().nullable(),
  condition: z.string().nullable(),
  note: z.string().nullable(),
  /** `bottle:12`, `sampling:7`, `delivery:3`. */
  about: z.array(z.string()),
  hash: z.string(),
  prev: z.string(),
});
export type CustodyEvent = z.infer<typeof custodyEvent>;

const may = (verb: string) => permission(`laboratory:custody:${verb}`);
const path = "/v2/admin/laboratory/custody/chain";

export const getCustodyChain = defineCall({
  name: "getCustodyChain",
  method: "GET",
  path,
  access: may("query"),
  reply: data(chainState),
});

/** Walks the whole chain now. */
export const verifyCustodyChain = defineCall({
  name: "verifyCustodyChain",
  method: "POST",
  path: `${path}/verify`,
  access: may("query"),
  title: { en: "Verify the custody chain", zh: "校验保管链" },
  reply: data(chainState),
});

/** The whole chain as the file of `custody-verify`; for those who may read all of it. */
export const exportCustodyChain = defineCall({
  name: "exportCustodyChain",
  method: "GET",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export the custody chain", zh: "导出保管链" },
  answers: "file",
});
