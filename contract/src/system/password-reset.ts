import { z } from "zod";
import { open } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { challenge, oneTimeCode } from "./challenge.ts";

/** Whether passwords can be reset here: that takes a mail server. */
export const getPasswordReset = defineCall({
  name: "getPasswordReset",
  method: "GET",
  path: "/forgetpassword",
  access: open,
  exemptFromLicence: true,
  reply: data(z.object({ isOpen: z.boolean() })),
});

/**
 * Sends a code to the e-mail address of an account. The answer is the same, and takes the same time, whether or not
 * anybody has this name or address.
 */
export const sendResetCode = defineCall({
  name: "sendResetCode",
  method: "POST",
  path: "/forgetpassword/code",
  access: open,
  title: { en: "Request a password reset code", zh: "获取重置密码验证码" },
  exemptFromLicence: true,
  body: z.object({
    /** A user name or an e-mail address. */
    account: z.string().trim().min(1).max(100),
    ...challenge,
  }),
  reply: data(z.object({ requestId: z.uuid(), minutes: z.number().int() })),
});

/** Sets a new password by the code that was sent, and ends all sessions of the account. */
export const resetForgottenPassword = defineCall({
  name: "resetForgottenPassword",
  method: "POST",
  path: "/forgetpassword",
  access: open,
  title: { en: "Reset a forgotten password", zh: "重置忘记的密码" },
  exemptFromLicence: true,
  body: z.object({
    requestId: z.uuid(),
    code: oneTimeCode,
    password: z.string().min(1).max(128),
  }),
});
