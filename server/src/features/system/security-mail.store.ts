import { sql } from "kysely";
import type { LocalizedText } from "../../platform/localized-text.ts";
import type { Db } from "../../platform/store/database.ts";

/** What happened to the ways into somebody's account. */
export type SecurityNotice =
  | "appEnrolled"
  | "appRemoved"
  | "codesRenewed"
  | "recoveryCodeUsed"
  | "factorsReset"
  | "passkeyAdded"
  | "passkeyRemoved"
  | "identityLinked"
  | "identityUnlinked";

/** Writes to the person whose ways in changed, where they have an address and mail can leave; both languages. */
export type SecurityMail = { notify(userId: number, notice: SecurityNotice): Promise<void> };

export function createSecurityMail(options: {
  db: Db;
  outbound: { hasMail: boolean; kick(): void };
}): SecurityMail {
  const { db, outbound } = options;
  return {
    async notify(userId, notice) {
      if (!outbound.hasMail) return;
      const { en, zh } = texts[notice];
      const subject = "Tracewater: your account / 您的账号";
      const body = `${en} ${advice.en}\n\n${zh}${advice.zh}\n`;
      await sql`insert into delivery (address, topic, subject, body)
        select email, 'security', ${subject}::text, ${body}::text from sys_user
        where id = ${userId} and email <> '' and deleted_at is null`.execute(db);
      outbound.kick();
    },
  };
}

const advice: LocalizedText = {
  en: "All other sessions were ended. If this was not you, contact the administrator of your unit at once.",
  zh: "其他会话均已退出。如非本人操作，请立即联系本单位管理员。",
};

const texts: Record<SecurityNotice, LocalizedText> = {
  appEnrolled: {
    en: "An authenticator app was enrolled for your account.",
    zh: "您的账号已绑定身份验证器。",
  },
  appRemoved: {
    en: "The authenticator app was removed from your account.",
    zh: "您的账号已解绑身份验证器。",
  },
  codesRenewed: {
    en: "New recovery codes were made for your account.",
    zh: "您的账号已重新生成恢复码。",
  },
  recoveryCodeUsed: {
    en: "A recovery code was used to log in. The authenticator app and the other recovery codes no longer work.",
    zh: "有人使用恢复码登录了您的账号，原身份验证器及其余恢复码均已失效。",
  },
  factorsReset: {
    en: "An administrator removed the authenticator app and the passkeys from your account.",
    zh: "管理员已清除您账号的身份验证器和通行密钥。",
  },
  passkeyAdded: { en: "A passkey was added to your account.", zh: "您的账号已添加通行密钥。" },
  passkeyRemoved: { en: "A passkey was removed from your account.", zh: "您的账号已移除通行密钥。" },
  identityLinked: {
    en: "A single sign-on identity was linked to your account.",
    zh: "您的账号已绑定单点登录身份。",
  },
  identityUnlinked: {
    en: "A single sign-on identity was unlinked from your account.",
    zh: "您的账号已解绑单点登录身份。",
  },
};
