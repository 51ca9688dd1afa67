import { z } from "zod";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { paging } from "../paging.ts";

const max = z.number().int().min(0).max(10_000_000).nullable();

/** What a unit may use the platform for: both days inclusive in the server's zone; null sets no limit. */
export const licenceTerms = z.object({
  validFrom: z.iso.date(),
  validUntil: z.iso.date(),
  mostDevices: max.default(null),
  mostUsers: max.default(null),
});
export type LicenceTerms = z.infer<typeof licenceTerms>;

/** `issued`: its code waits to be entered; `lapsed`: it was not, in time; `future` and `over`: before and behind its days. */
export const licenceState = z.enum(["issued", "lapsed", "future", "inForce", "over", "withdrawn"]);
export type LicenceState = z.infer<typeof licenceState>;

/** An authorization as its history shows it; the code itself is shown once, when it is issued. */
export const licence = licenceTerms.extend({
  licenceId: z.number().int(),
  unitId: z.number().int(),
  state: licenceState,
  /** The one that counts now: of those in force the last that was entered. */
  isCurrent: z.boolean(),
  /** Given without a code, when the unit was made or later. */
  byCode: z.boolean(),
  enterBy: z.string().nullable(),
  /** Empty: the platform itself. */
  issuedBy: z.string(),
  issuedAt: z.string(),
  enteredBy: z.string().nullable(),
  enteredAt: z.string().nullable(),
  withdrawnBy: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
});
export type Licence = z.infer<typeof licence>;

const mayIssue = permission("system:licence:issue");

export const listLicences = defineCall({
  name: "listLicences",
  method: "GET",
  path: "/v2/admin/system/licence/list",
  access: permission("system:dept:query"),
  query: z.object({ ...paging, unitId: id }),
  reply: page(licence),
});

/** Issues a code; it leaves the server with this answer and no other. */
export const issueLicence = defineCall({
  name: "issueLicence",
  title: { en: "Issue an authorization code", zh: "签发授权码" },
  method: "POST",
  path: "/v2/admin/system/licence",
  access: mayIssue,
  body: licenceTerms.extend({
    unitId: idInBody,
    /** The code has to be entered within so many days. */
    enterWithin: z.number().int().min(1).max(90).default(14),
  }),
  reply: data(z.object({ id: z.number().int(), code: z.string(), enterBy: z.string() })),
});

/** Authorizes a unit at once, without a code. */
export const grantLicence = defineCall({
  name: "grantLicence",
  title: { en: "Authorize a unit", zh: "授权单位" },
  method: "POST",
  path: "/v2/admin/system/licence/grant",
  access: mayIssue,
  body: licenceTerms.extend({ unitId: idInBody }),
  reply: data(z.object({ id: z.number().int() })),
});

/** Ends an authorization now, or makes a code that was not entered void. */
export const withdrawLicence = defineCall({
  name: "withdrawLicence",
  title: { en: "Revoke an authorization", zh: "撤销授权" },
  method: "PUT",
  path: "/v2/admin/system/licence/withdraw",
  access: mayIssue,
  body: z.object({ licenceId: idInBody }),
});

/** The authorization code that answers an HTTP 444; for the unit of anyone who enters it. */
export const addAuthCode = defineCall({
  name: "addAuthCode",
  title: { en: "Enter an authorization code", zh: "录入授权码" },
  method: "POST",
  path: "/v2/admin/system/user/addAuthCode",
  access: session,
  exemptFromLicence: true,
  body: z.object({ authorizationCode: z.string().trim().min(1).max(4096) }),
});
