import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, idInBody } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { requiredFactor } from "./ways-in.ts";

const path = "/v2/admin/system/user/profile/secondFactor";

/** Six digits of an authenticator app (RFC 6238: SHA-1, 30 s); blanks between them do not matter. */
const appCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(
    z
      .string()
      .regex(/^\d{6}$/, localized("must be the 6 digits that the app shows", "须为应用显示的 6 位数字")),
  );

const shownOnce = z.object({
  /** Ten codes of one use; they are shown this once. */
  recoveryCodes: z.array(z.string()),
});

export const getSecondFactor = defineCall({
  name: "getSecondFactor",
  method: "GET",
  path,
  access: session,
  exemptFromLicence: true,
  reply: data(
    z.object({
      /** Null: no authenticator app is enrolled. */
      enrolTime: dateTime.nullable(),
      recoveryCodesLeft: z.number().int(),
      /** What one's roles ask for. */
      required: requiredFactor,
    }),
  ),
});

/** Makes a secret for an authenticator app. It counts once a code of it was entered, within ten minutes. */
export const offerSecondFactor = defineCall({
  name: "offerSecondFactor",
  method: "POST",
  path: `${path}/offer`,
  access: session,
  confirmation: "always",
  exemptFromLicence: true,
  title: { en: "Begin to enrol an authenticator app", zh: "开始绑定身份验证器" },
  reply: data(z.object({ secret: z.string(), uri: z.string() })),
});

/** Takes the offered secret into use; the one before is void, and all other sessions end. */
export const enrolSecondFactor = defineCall({
  name: "enrolSecondFactor",
  method: "POST",
  path,
  access: session,
  confirmation: "always",
  exemptFromLicence: true,
  title: { en: "Enrol an authenticator app", zh: "绑定身份验证器" },
  body: z.object({ code: appCode }),
  reply: data(shownOnce),
});

/** A code of one's own app within a session that was opened without one, where a role asks for it. */
export const showSecondFactor = defineCall({
  name: "showSecondFactor",
  method: "POST",
  path: `${path}/show`,
  access: session,
  exemptFromLicence: true,
  title: { en: "Show a second factor", zh: "提交第二验证方式" },
  body: z.object({ code: appCode }),
});

/** Makes new recovery codes; the former ones are void, and all other sessions end. */
export const renewRecoveryCodes = defineCall({
  name: "renewRecoveryCodes",
  method: "POST",
  path: `${path}/recoveryCodes`,
  access: session,
  confirmation: "always",
  exemptFromLicence: true,
  title: { en: "Make new recovery codes", zh: "重新生成恢复码" },
  reply: data(shownOnce),
});

export const removeSecondFactor = defineCall({
  name: "removeSecondFactor",
  method: "DELETE",
  path,
  access: session,
  confirmation: "always",
  exemptFromLicence: true,
  title: { en: "Remove an authenticator app", zh: "解绑身份验证器" },
});

/** For somebody who lost theirs: takes the app, the recovery codes and the passkeys away and ends their sessions. */
export const resetSecondFactors = defineCall({
  name: "resetSecondFactors",
  method: "PUT",
  path: "/v2/admin/system/user/resetFactors",
  access: permission("system:user:resetPwd"),
  confirmation: "always",
  title: { en: "Reset a user's second factors", zh: "重置用户的第二验证方式" },
  body: z.object({ userId: idInBody }),
});
