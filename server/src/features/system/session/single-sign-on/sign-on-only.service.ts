import { AppError } from "../../../../platform/app-error.ts";
import type { LocalizedText } from "../../../../platform/localized-text.ts";
import type { Db } from "../../../../platform/store/database.ts";
import { createSignOnOnlyStore } from "./sign-on-only.store.ts";

/** So many administrators get in while the provider is away or refuses everybody. */
const minKeyHolders = 2;

/**
 * The mode in which passwords open no session: people come by an identity provider or a passkey. It holds only while a
 * provider is configured and two administrators have a passkey here, or nobody could get in once the provider is away.
 */
export function createSignOnOnly(options: {
  db: Db;
  hasProviders: boolean;
  isWanted: () => Promise<boolean>;
  today: () => string;
}) {
  const { hasProviders, isWanted, today } = options;
  const store = createSignOnOnlyStore(options.db);
  const hasKeyHolders = async (without: number | null) =>
    (await store.countKeyHolders(today(), without)) >= minKeyHolders;

  return {
    isInForce: async (): Promise<boolean> =>
      hasProviders && (await isWanted()) && (await hasKeyHolders(null)),

    /** Why it cannot be switched on; null where it can. */
    async whyNot(): Promise<LocalizedText | null> {
      if (!hasProviders) return noProvider;
      return (await hasKeyHolders(null)) ? null : tooFewKeys;
    },

    /** Throws where passwords would open sessions again without this user's last passkey. */
    async requireKeyOf(userId: number): Promise<void> {
      if (!hasProviders || !(await isWanted()) || !(await hasKeyHolders(null))) return;
      if (!(await hasKeyHolders(userId))) throw keepsTheMode();
    },
  };
}

const noProvider = {
  en: "cannot be true: no identity provider is configured (OIDC_PROVIDERS_FILE)",
  zh: "不能设为 true：未配置身份提供方（OIDC_PROVIDERS_FILE）",
};

const tooFewKeys = {
  en: "cannot be true: at least two enabled administrators need a passkey on this server first, for the time when the provider is away",
  zh: "不能设为 true：须先有至少两名启用的管理员在本服务器添加通行密钥，以便身份提供方不可用时登录",
};

function keepsTheMode(): AppError {
  return new AppError("refused", {
    en: "Only two administrators with a passkey are left, and log-in by password is switched off. Add a passkey for another administrator first, or switch passwords on again (parameter sys.signOn.only).",
    zh: "已关闭密码登录，且仅剩两名管理员持有通行密钥。请先为另一名管理员添加通行密钥，或在系统参数 sys.signOn.only 中重新启用密码登录。",
  });
}
