import { z } from "zod";
import { localized } from "../both-languages.ts";
import { open, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { epochMs } from "../moments.ts";

const path = "/v3/admin/system/user/login";
const uuid = z.uuid();

/**
 * A QR log-in for the browser that asks. It is bound to that browser by a cookie; the digits are shown next to the
 * picture and typed on the phone.
 */
export const beginQrLogIn = defineCall({
  name: "beginQrLogIn",
  method: "POST",
  path: `${path}/uuid`,
  access: open,
  audited: false,
  exemptFromLicence: true,
  /** `expiresIn` in seconds. */
  reply: z.object({ uuid, expiresIn: z.number().int(), digits: z.string() }),
});

/** `cleared`: given up, or refused on the phone. */
export const qrStatus = z.enum(["waiting", "scanned", "confirmed", "expired", "cleared"]);
export type QrStatus = z.infer<typeof qrStatus>;

/** To the asking browser only; the token comes once, with `confirmed`. To everybody else the uuid does not exist. */
export const getQrStatus = defineCall({
  name: "getQrStatus",
  method: "GET",
  path: `${path}/status`,
  access: open,
  exemptFromLicence: true,
  query: z.object({ uuid }),
  reply: z.object({ status: qrStatus, token: z.string().optional() }),
});

/** Gives it up; the asking browser alone can. */
export const clearQrLogIn = defineCall({
  name: "clearQrLogIn",
  method: "DELETE",
  path: `${path}/clear`,
  access: open,
  audited: false,
  exemptFromLicence: true,
  query: z.object({ uuid }),
});

/** Who asks, for the phone that scanned the picture. */
export const qrAsker = z.object({
  browser: z.string(),
  os: z.string(),
  address: z.string(),
  /** The phone and the browser come from one network. */
  isSameNetwork: z.boolean(),
  at: epochMs,
  expiresAt: epochMs,
});
export type QrAsker = z.infer<typeof qrAsker>;

/** Marks the log-in as scanned by the phone's user; from then on it is nobody else's. */
export const scanQrLogIn = defineCall({
  name: "scanQrLogIn",
  method: "POST",
  path: `${path}/scan`,
  access: session,
  audited: false,
  exemptFromLicence: true,
  body: z.object({ uuid }),
  reply: data(qrAsker),
});

/** Lets the asking browser in as the phone's user. */
export const confirmQrLogIn = defineCall({
  name: "confirmQrLogIn",
  method: "POST",
  path: `${path}/confirm`,
  access: session,
  /** Where the browser asks from another network. */
  confirmation: "byInput",
  title: { en: "Confirm a QR log-in", zh: "确认扫码登录" },
  exemptFromLicence: true,
  body: z.object({
    uuid,
    digits: z
      .string()
      .trim()
      .regex(
        /^\d{2}$/,
        localized("must be the two digits on the other screen", "请输入另一屏幕显示的两位数字"),
      ),
  }),
});

export const refuseQrLogIn = defineCall({
  name: "refuseQrLogIn",
  method: "POST",
  path: `${path}/refuse`,
  access: session,
  title: { en: "Refuse a QR log-in", zh: "拒绝扫码登录" },
  exemptFromLicence: true,
  body: z.object({ uuid }),
});
