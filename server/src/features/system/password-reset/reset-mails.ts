import { textIn } from "@tracewater/contract/locales";
import type { Language } from "../../../platform/localized-text.ts";
import type { OutgoingMessage } from "../messages/message.service.ts";

const common = { channel: "mail", topic: "password" } as const;

/** The mail with the code. */
export function resetMail(
  user: { email: string; userName: string },
  { code, minutes }: { code: string; minutes: number },
  language: Language,
): OutgoingMessage {
  return {
    ...common,
    address: user.email,
    subject: textIn({ en: "Tracewater: reset your password", zh: "Tracewater：重置密码" }, language),
    body: textIn(
      {
        en: `Your code for the account ${user.userName}: ${code}\n\nIt is valid for ${minutes} minutes. Do not share it with anybody.\nIf you did not request it, ignore this e-mail. Your password has not changed.\n`,
        zh: `账号 ${user.userName} 的验证码：${code}\n\n${minutes} 分钟内有效。切勿告知他人。\n如非本人操作，请忽略此邮件，密码不会改变。\n`,
      },
      language,
    ),
    secret: true,
  };
}

/** Where several accounts share the address: which of them is meant has to be typed. */
export function severalMail(
  address: string,
  userNames: readonly string[],
  language: Language,
): OutgoingMessage {
  const names = userNames.join(", ");
  return {
    ...common,
    address,
    subject: textIn({ en: "Tracewater: reset your password", zh: "Tracewater：重置密码" }, language),
    body: textIn(
      {
        en: `Several accounts use this e-mail address: ${names}. Go back to the page "Forgot password" and enter the user name of the account.\n`,
        zh: `该邮箱对应多个账号：${names}。请返回“忘记密码”页面，输入要重置的用户名。\n`,
      },
      language,
    ),
  };
}

/** Tells the owner, who may not have done it. */
export function changedMail(user: { email: string; userName: string }): OutgoingMessage {
  return {
    channel: "mail",
    topic: "passwordChanged",
    address: user.email,
    subject: "Tracewater: password changed / 密码已修改",
    body:
      `The password of the account ${user.userName} was changed and all its sessions were ended. ` +
      `If this was not you, contact your administrator at once.\n\n` +
      `账号 ${user.userName} 的密码已修改，所有会话已退出。如非本人操作，请立即联系管理员。\n`,
  };
}
