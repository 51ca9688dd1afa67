import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, flag, id, page } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { timeSpan } from "../time-span.ts";

const may = (verb: string) => permission(`monitor:operlog:${verb}`);
const path = "/v2/admin/monitor/operlog";

/** The family's kinds of acts; each call is of one of them. */
export const businessTypes = {
  other: 0,
  add: 1,
  edit: 2,
  remove: 3,
  grant: 4,
  export: 5,
  import: 6,
  forceLogout: 7,
  /** Nothing here is of this kind: no code is generated on the server. */
  generate: 8,
  clean: 9,
} as const;
const businessType = z.union(Object.values(businessTypes).map((one) => z.literal(one)));
export type BusinessType = z.infer<typeof businessType>;

/** A line of the audit log; the names are those that clients of the family know, further ones are alongside them. */
export const operation = z.object({
  operId: z.number().int(),
  title: z.string(),
  /** The call as the API's description names it. */
  call: z.string(),
  requestMethod: z.string(),
  operUrl: z.string(),
  /** The user's number; null where nobody was known. */
  userId: z.number().int().nullable(),
  operName: z.string(),
  nickName: z.string(),
  deptName: z.string(),
  operIp: z.string(),
  agent: z.string(),
  /** By what the caller was known; a key has its name. */
  via: z.enum(["session", "key", "none"]),
  keyName: z.string(),
  /** What was touched: its kind, id and name. */
  thing: z.string(),
  /** As the family's clients compare it, a number: 0 did what was asked, 1 was refused or failed. */
  status: z.union([z.literal(0), z.literal(1)]),
  /** What kind of act it was, see the dictionary `sys_oper_type`. */
  businessType,
  /** The call as the family writes it: `addUser()`. */
  method: z.string(),
  operLocation: z.string(),
  /** What came in, secrets masked, as JSON; in lists at most 2,000 characters of it. */
  operParam: z.string(),
  /** What was answered: code and message. */
  jsonResult: z.string(),
  code: z.number().int(),
  errorMsg: z.string(),
  operTime: dateTime,
  /** The same with the offset of the server's zone. */
  at: z.string(),
  costTime: z.number().int(),
});
export type Operation = z.infer<typeof operation>;

/** A thing that a call changed. Before is null where it was made, after where it is gone. */
export const change = z.object({
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type Change = z.infer<typeof change>;

const query = z.object({
  ...paging,
  /** By anything but time: among the newest 10,000 that were found. */
  ...sorting(["operId", "operTime", "operName", "costTime"]),
  ...timeSpan,
  /** The beginning of a user's name. */
  operName: searchText,
  /** A call's name, or what its title holds. */
  title: searchText,
  thing: searchText,
  operIp: searchText,
  businessType: blank(z.coerce.number().pipe(businessType)),
  status: blank(flag),
});

export const listOperations = defineCall({
  name: "listOperations",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  /** `total` is exact to 10,000; where more were found `isMore` is true. */
  reply: page(operation).extend({ isMore: z.boolean() }),
});

export const getOperation = defineCall({
  name: "getOperation",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    operation.extend({
      requestId: z.string(),
      changes: z.array(change),
      hash: z.string(),
      prev: z.string(),
      /** When it was chained; never earlier than the row before. */
      chainedAt: z.string(),
    }),
  ),
});

export const { export: exportOperations, exportByForm: exportOperationsByForm } = defineExport({
  name: "exportOperations",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export the operation log", zh: "导出操作日志" },
  query,
});

/** How a chain is broken, see `custody/`. */
const fault = z.object({ kind: z.string(), seq: z.number().int(), until: z.number().int().optional() });

export const chainState = z.object({
  /** How many rows the chain has, and up to which one a signed head covers it. */
  rows: z.number().int(),
  signedTo: z.number().int(),
  /** The key that signs, in hex, and its short id. */
  publicKey: z.string(),
  keyId: z.string(),
  /**
   * Why the platform signs nothing at present: the chain does not lead to the signed heads that are kept outside of
   * the database, or it is broken. Null where nothing is in the way.
   */
  refusal: z.nullable(z.object({ fault, since: dateTime })),
  /** The last time that somebody, or the job, walked the whole chain. */
  check: z.nullable(
    z.object({
      checkedAt: dateTime,
      rows: z.number().int(),
      signedTo: z.number().int(),
      fault: fault.nullable(),
    }),
  ),
});
export type ChainState = z.infer<typeof chainState>;

export const getAuditChain = defineCall({
  name: "getAuditChain",
  method: "GET",
  path: `${path}/chain`,
  access: may("list"),
  reply: data(chainState),
});

/** Walks the whole chain now. */
export const verifyAuditChain = defineCall({
  name: "verifyAuditChain",
  method: "POST",
  path: `${path}/chain/verify`,
  access: may("query"),
  title: { en: "Verify the operation log", zh: "校验操作日志" },
  reply: data(chainState),
});

/** The whole chain as the file of `custody-verify`; for those who may read all of it. */
export const exportAuditChain = defineCall({
  name: "exportAuditChain",
  method: "GET",
  path: `${path}/chain/export`,
  access: may("export"),
  confirmation: "always",
  title: { en: "Export the chain of the operation log", zh: "导出操作日志链" },
  answers: "file",
});
