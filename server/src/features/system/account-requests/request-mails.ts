import { textIn } from "@tracewater/contract/locales";
import type { Language } from "../../../platform/localized-text.ts";
import type { OutgoingMessage } from "../messages/message.service.ts";

/** The mail with the code that confirms an applicant's address. */
export function codeMail(
  address: string,
  code: string,
  minutes: number,
  language: Language,
): OutgoingMessage {
  return {
    channel: "mail",
    address,
    topic: "register",
    subject: textIn({ en: "Tracewater: confirm your e-mail address", zh: "Tracewater：验证邮箱" }, language),
    body: textIn(
      {
        en: `Your code: ${code}\n\nIt is valid for ${minutes} minutes. Enter it on the page of your account request.\nIf you did not request an account, ignore this e-mail.\n`,
        zh: `您的验证码：${code}\n\n${minutes} 分钟内有效。请在申请状态页面输入。\n如非本人申请账号，请忽略此邮件。\n`,
      },
      language,
    ),
    secret: true,
  };
}

/** Tells an applicant whose address is confirmed how their request ended. In both languages: nobody asked for one. */
export function decisionMail(
  address: string,
  decided: { userName: string; isApproved: boolean; reason: string; validUntil: string | null },
): OutgoingMessage {
  const { userName, isApproved, reason, validUntil } = decided;
  const en = isApproved
    ? `Your account ${userName} is ready. Log in with the password you chose.${validUntil === null ? "" : ` It is valid until ${validUntil}.`}`
    : `Your request for the account ${userName} was refused. Reason: ${reason}`;
  const zh = isApproved
    ? `您的账号 ${userName} 已开通，请使用申请时设置的密码登录。${validUntil === null ? "" : `有效期至 ${validUntil}。`}`
    : `您的账号 ${userName} 申请未通过。原因：${reason}`;
  return {
    channel: "mail",
    address,
    topic: "register",
    subject: isApproved
      ? "Tracewater: account ready / 账号已开通"
      : "Tracewater: account request refused / 账号申请未通过",
    body: `${en}\n\n${zh}\n`,
  };
}
