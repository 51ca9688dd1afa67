import type { SecondFactor, WayIn } from "@tracewater/contract/system/ways-in";
import type { LocalizedText } from "../../../platform/localized-text.ts";

/** Ways in and second factors in words, for spreadsheets. */
export const wayLabels: Record<WayIn, LocalizedText> = {
  password: { en: "Password", zh: "密码" },
  passkey: { en: "Passkey", zh: "通行密钥" },
  sso: { en: "Single sign-on", zh: "单点登录" },
  qr: { en: "QR code", zh: "扫码" },
  code: { en: "Code by mail or text", zh: "短信或邮件验证码" },
  setup: { en: "First set-up", zh: "系统初始化" },
};

export const factorLabels: Record<SecondFactor, LocalizedText> = {
  none: { en: "", zh: "" },
  totp: { en: "Authenticator app", zh: "身份验证器" },
  recovery: { en: "Recovery code", zh: "恢复码" },
  passkey: { en: "Passkey", zh: "通行密钥" },
  provider: { en: "Identity provider", zh: "身份提供方" },
};
