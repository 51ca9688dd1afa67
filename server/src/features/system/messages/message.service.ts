import type { Message, MessageChannel } from "@tracewater/contract/system/messages";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { WebhookDeliveryService } from "../webhooks/webhook-delivery.service.ts";
import { createMessageStore, type MessageQuery, maxCounted } from "./message.store.ts";

export type MessageService = ReturnType<typeof createMessageService>;

/** What a person is sent. A `secret` text is stored encrypted until it is sent, and is never shown in the log. */
export type OutgoingMessage = {
  channel: MessageChannel;
  address: string;
  topic: string;
  /** Of mail. */
  subject: string;
  body: string;
  secret?: boolean;
  /** It is not sent afterwards. */
  expiresAt?: Date;
};

/** Mail and text messages to people: queued with the deliveries, with a log of how each ended. */
export function createMessageService(options: {
  db: Db;
  secrets: SecretBox;
  deliveries: WebhookDeliveryService;
  mail: { from: string } | null;
  text: { url: string } | null;
  now: () => number;
}) {
  const { secrets, deliveries, mail, text, now } = options;
  const store = createMessageStore(options.db);
  const channels = {
    mail: stateOf(mail?.from, ["SMTP_URL", "SMTP_FROM"]),
    text: stateOf(text === null ? undefined : new URL(text.url).host, [
      "TEXT_WEBHOOK_URL",
      "TEXT_WEBHOOK_SECRET",
    ]),
  };

  function toRow({ secret = false, expiresAt, ...message }: OutgoingMessage) {
    const sealed = secret ? { body: "", bodySealed: secrets.seal(message.body) } : { bodySealed: null };
    return { ...message, ...sealed, expiresAt: expiresAt ?? null };
  }

  return {
    channels,

    /** Whether messages of this kind can leave at all. */
    isReady: (channel: MessageChannel): boolean => channels[channel].isReady,

    /** Queues a message, in the caller's transaction where one is given; `kick` it off after the commit. */
    async queue(message: OutgoingMessage, trx?: Db): Promise<void> {
      await store.add(toRow(message), new Date(now()), trx);
    },
    kick: deliveries.kick,

    /** Sends one at once; gives how it ended. */
    async test(message: OutgoingMessage): Promise<Message> {
      const id = await store.add(toRow(message), new Date(now()));
      await deliveries.sendOne(id);
      const found = await store.find(id);
      if (found === undefined) throw new Error("a message added a moment ago is missing");
      return found;
    },

    async list(query: MessageQuery): Promise<{ rows: Message[]; total: number; isMore: boolean }> {
      const counted = await store.count(query);
      const total = Math.min(counted, maxCounted);
      return { rows: await store.list(query, pageOf(query, total)), total, isMore: counted > maxCounted };
    },
  };
}

/** Messages are those of the whole platform, with people's addresses. */
export function requireWholeReach(caller: Caller): void {
  if (caller.scope.kind === "all") return;
  throw new AppError("forbidden", {
    en: "Messages cover the whole platform. Only users whose data scope is all units can see them.",
    zh: "邮件与短信涉及整个平台，只有数据范围为全部的用户可以查看。",
  });
}

function stateOf(via: string | undefined, variables: readonly string[]) {
  return via === undefined
    ? { isReady: false, missing: [...variables], via: "" }
    : { isReady: true, missing: [], via };
}
