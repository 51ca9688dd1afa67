import { randomBytes } from "node:crypto";
import type { Webhook } from "@tracewater/contract/system/webhooks";
import { AppError, fieldError, nameExists, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { type AllowedHosts, judgeHost } from "../../../platform/outbound/outbound-address.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createWebhookStore, type WebhookFields } from "./webhook.store.ts";

export type WebhookService = ReturnType<typeof createWebhookService>;

/** Addresses outside that are notified of alarms, results and readings of the whole platform. */
export function createWebhookService(options: {
  db: Db;
  secrets: SecretBox;
  allowed: AllowedHosts;
  now: () => number;
}) {
  const { secrets, allowed, now } = options;
  const store = createWebhookStore(options.db);

  async function require(caller: Caller, id: number): Promise<Webhook> {
    requireWholeReach(caller);
    const found = await store.find(id);
    if (found === undefined) throw notFound({ en: "webhook", zh: "外发回调" });
    return found;
  }

  /** Judged when it is written, for anyone who types it, and again at each delivery, for where the name leads then. */
  async function check(given: WebhookFields): Promise<void> {
    const { username, password, hostname } = new URL(given.url);
    if (username !== "" || password !== "") {
      throw fieldError("url", {
        en: "must not contain a user name or password; requests are authenticated by their signature",
        zh: "不能包含用户名或密码，回调请求以签名验证身份",
      });
    }
    try {
      await judgeHost(hostname, allowed);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw fieldError("url", error.text);
    }
  }

  return {
    require,
    requireWholeReach,
    list: store.list,
    count: store.count,

    async add(caller: Caller, given: WebhookFields): Promise<{ webhookId: number; secret: string }> {
      requireWholeReach(caller);
      await check(given);
      const secret = makeSecret();
      const webhookId = await store.add(given, secrets.seal(secret), new Date(now()));
      if (webhookId === undefined) throw nameExists();
      return { webhookId, secret };
    },

    async change(caller: Caller, id: number, given: WebhookFields): Promise<void> {
      await require(caller, id);
      await check(given);
      if (!(await store.change(id, given, new Date(now())))) throw nameExists();
    },

    async resetSecret(caller: Caller, id: number): Promise<{ webhookId: number; secret: string }> {
      await require(caller, id);
      const secret = makeSecret();
      await store.setSecret(id, secrets.seal(secret));
      return { webhookId: id, secret };
    },

    remove: store.remove,
  };
}

function makeSecret(): string {
  return `whs_${randomBytes(24).toString("base64url")}`;
}

function requireWholeReach(caller: Caller): void {
  if (caller.scope.kind === "all") return;
  throw new AppError("forbidden", {
    en: "Webhooks cover the whole platform. Only users whose data scope is all units can see them.",
    zh: "外发回调涉及整个平台，只有数据范围为全部的用户可以使用。",
  });
}
