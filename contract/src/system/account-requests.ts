import { z } from "zod";
import { localized } from "../both-languages.ts";
import { open, permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { idsInBody } from "../id-list.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { field } from "../resource/field-metadata.ts";
import { challenge, oneTimeCode } from "./challenge.ts";
import { ownFields, roleOption, userName } from "./user-fields.ts";

const path = "/v2/admin/system/accountRequest";
const may = (verb: string) => permission(`system:accountRequest:${verb}`);

/** Whether accounts can be asked for here, and whether an e-mail address can be confirmed. */
export const getRegistration = defineCall({
  name: "getRegistration",
  method: "GET",
  path: "/register",
  access: open,
  exemptFromLicence: true,
  reply: data(z.object({ isOpen: z.boolean(), hasMail: z.boolean() })),
});

/** The key of the applicant's own page; whoever has it sees the state of the request. */
const key = field(z.string().regex(/^[A-Za-z0-9_-]{43}$/, localized("is not a valid key", "链接无效")), {
  label: "key",
  secret: true,
});

/**
 * A request for an account, reviewed by an administrator of the unit. The answer is the same whether or not the name
 * or the address is known: the review shows that.
 */
export const register = defineCall({
  name: "register",
  method: "POST",
  path: "/register",
  access: open,
  title: { en: "Request an account", zh: "申请账号" },
  exemptFromLicence: true,
  body: z.object({
    username: userName,
    password: z.string().min(1).max(128),
    ...challenge,
    nickName: z.string().trim().max(60).default(""),
    /** The unit's name or credit code. */
    unit: z.string().trim().max(100).default(""),
    email: ownFields.email,
    phonenumber: ownFields.phonenumber,
    purpose: z.string().trim().max(500).default(""),
  }),
  reply: data(z.object({ key, codeSent: z.boolean() })),
});

export const accountRequestState = z.enum(["waiting", "approved", "refused", "withdrawn", "expired"]);
export type AccountRequestState = z.infer<typeof accountRequestState>;

/** What an applicant sees of their own request. */
export const application = z.object({
  state: accountRequestState,
  userName: z.string(),
  nickName: z.string(),
  unit: z.string(),
  purpose: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  /** A code can be sent to the address. */
  hasMail: z.boolean(),
  at: epochMs,
  expiresAt: epochMs,
  decidedAt: epochMs.nullable(),
  reason: z.string(),
  /** The last day of the account; null without an end. */
  validUntil: z.iso.date().nullable(),
});
export type Application = z.infer<typeof application>;

/** The key travels in the body, so that no address and no log holds it. */
export const getApplication = defineCall({
  name: "getApplication",
  method: "POST",
  path: "/register/state",
  access: open,
  audited: false,
  exemptFromLicence: true,
  body: z.object({ key }),
  reply: data(application),
});

export const sendApplicationCode = defineCall({
  name: "sendApplicationCode",
  method: "POST",
  path: "/register/sendCode",
  access: open,
  title: { en: "Send a code to confirm an e-mail address", zh: "发送邮箱验证码" },
  exemptFromLicence: true,
  body: z.object({ key }),
});

export const confirmApplicationMail = defineCall({
  name: "confirmApplicationMail",
  method: "POST",
  path: "/register/confirm",
  access: open,
  title: { en: "Confirm the e-mail address of an account request", zh: "验证账号申请邮箱" },
  exemptFromLicence: true,
  body: z.object({ key, code: oneTimeCode }),
  reply: data(application),
});

export const withdrawApplication = defineCall({
  name: "withdrawApplication",
  method: "POST",
  path: "/register/withdraw",
  access: open,
  title: { en: "Withdraw an account request", zh: "撤回账号申请" },
  exemptFromLicence: true,
  body: z.object({ key }),
  reply: data(application),
});

/** An account or another waiting request with the same name, address or phone number. */
const duplicate = z.object({
  kind: z.enum(["user", "request"]),
  field: z.enum(["userName", "email", "phonenumber"]),
  userName: z.string(),
});

export const accountRequest = z.object({
  requestId: z.number().int(),
  state: accountRequestState,
  userName: z.string(),
  nickName: z.string(),
  /** The unit as the applicant typed it. */
  unitText: z.string(),
  /** The unit that this names; null where it names none. */
  deptId: z.number().int().nullable(),
  deptName: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  phonenumber: z.string(),
  purpose: z.string(),
  /** The key of the identity provider that reported the person; empty where the form was filled in. */
  provider: z.string(),
  at: epochMs,
  expiresAt: epochMs,
  duplicates: z.array(duplicate),
  decidedAt: epochMs.nullable(),
  decidedBy: z.string(),
  reason: z.string(),
  userId: z.number().int().nullable(),
});
export type AccountRequest = z.infer<typeof accountRequest>;

/** Those that wait first, the oldest of them first; then the others, newest first. */
export const listAccountRequests = defineCall({
  name: "listAccountRequests",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({ ...paging, state: blank(accountRequestState), keyword: searchText }),
  reply: page(accountRequest).extend({ waiting: z.number().int() }),
});

/** One, with the roles that the caller may give. */
export const getAccountRequest = defineCall({
  name: "getAccountRequest",
  method: "GET",
  path: `${path}/:id`,
  access: may("list"),
  params: z.object({ id }),
  reply: data(accountRequest).extend({ roles: z.array(roleOption) }),
});

export const approveAccountRequest = defineCall({
  name: "approveAccountRequest",
  method: "PUT",
  path: `${path}/approve`,
  access: may("approve"),
  personOnly: true,
  /** For the administrator's role. */
  confirmation: "byInput",
  title: { en: "Approve an account request", zh: "批准账号申请" },
  body: z.object({
    requestId: idInBody,
    userName,
    deptId: idInBody.nullable(),
    roleIds: idsInBody.default([]),
    /** The last day of the account; null without an end. */
    validUntil: z.iso.date().nullable().default(null),
  }),
  reply: data(z.object({ userId: z.number().int() })),
});

export const refuseAccountRequest = defineCall({
  name: "refuseAccountRequest",
  method: "PUT",
  path: `${path}/refuse`,
  access: may("approve"),
  personOnly: true,
  title: { en: "Refuse an account request", zh: "拒绝账号申请" },
  body: z.object({ requestId: idInBody, reason: z.string().trim().min(1).max(500) }),
});
