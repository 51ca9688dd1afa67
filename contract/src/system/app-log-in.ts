import { z } from "zod";
import { localized } from "../both-languages.ts";
import { open, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { epochMsInBody } from "../moments.ts";
import { oneTimeCode } from "./challenge.ts";

const path = "/v3/admin/system/user";

const phone = z
  .string()
  .trim()
  .regex(/^$|^\+?[\d ()-]{5,20}$/, localized("must have 5 to 20 digits", "须为 5 至 20 位数字"))
  .default("");
const email = z.string().trim().max(100).default("");

/** To whom a code goes: a phone number or an e-mail address. */
const reached = { phone, email };
const oneOfThem = localized("enter a phone number or an e-mail address", "请输入手机号或邮箱");

function hasOne({ phone: number, email: address }: { phone: string; email: string }): boolean {
  return (number === "") !== (address === "");
}

/** What the APP says of the phone it runs on. */
const device = {
  /** The number of the installation; empty where there is none. */
  deviceId: z.string().trim().max(100).default(""),
  deviceName: z.string().trim().max(100).default(""),
  /** A browser asks for a session that is bound to an HttpOnly cookie. */
  bind: z.boolean().default(false),
};

/** Sends a code to an APP user; the answer is the same where nobody has this number or address. */
export const sendAppCode = defineCall({
  name: "sendAppCode",
  method: "POST",
  path: `${path}/login/sendCode`,
  access: open,
  title: { en: "Request an APP log-in code", zh: "获取 APP 登录验证码" },
  exemptFromLicence: true,
  body: z.object(reached).refine(hasOne, { path: ["phone"], error: oneOfThem }),
  /** Seconds for which the code counts. */
  reply: data(z.object({ expiresIn: z.number().int() })),
});

export const logInByCode = defineCall({
  name: "logInByCode",
  method: "POST",
  path: `${path}/login/code`,
  access: open,
  title: { en: "APP log-in by code", zh: "APP 验证码登录" },
  exemptFromLicence: true,
  body: z
    .object({ ...reached, code: oneTimeCode, ...device })
    .refine(hasOne, { path: ["phone"], error: oneOfThem }),
  reply: z.object({ token: z.string() }),
});

/** `username` is the user name, the phone number or the e-mail address of an APP user. */
export const logInByAppPassword = defineCall({
  name: "logInByAppPassword",
  method: "POST",
  path: `${path}/login/password`,
  access: open,
  title: { en: "APP log-in by password", zh: "APP 密码登录" },
  exemptFromLicence: true,
  body: z.object({
    username: z.string().trim().min(1).max(100),
    password: z.string().min(1).max(128),
    ...device,
  }),
  reply: z.object({ token: z.string() }),
});

/** Where the phone is; the last one is kept. */
export const reportPosition = defineCall({
  name: "reportPosition",
  method: "POST",
  path: `${path}/position`,
  access: session,
  audited: false,
  body: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    /** Metres. */
    accuracy: z.number().min(0).max(1_000_000).nullable().default(null),
    at: epochMsInBody,
  }),
});
