import type { Log } from "../../../platform/log.ts";
import { type MailServer, sendMail } from "../../../platform/mail/mailer.ts";
import type { AllowedHosts } from "../../../platform/outbound/outbound-address.ts";
import { postSigned } from "../../../platform/outbound/post-signed.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import { type Db, isStoreAway } from "../../../platform/store/database.ts";
import { createDeliveryStore, type DueDelivery } from "./delivery.store.ts";

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/** After so many seconds it is tried again; after the last it is given up. */
const pausesS = [10, 60, 300, 1800, 7200, 21_600];
const atOnce = 10;
const keepDays = 30;
/** What is stored in this moment may have been received a little before: it is fed the next time. */
const settleMs = 5000;

/** Mail and webhooks leave from here: kept in the store until they are taken, tried again with growing pauses. */
export function createDeliveryService(options: {
  db: Db;
  secrets: SecretBox;
  mail: (MailServer & { from: string }) | null;
  allowed: AllowedHosts;
  log: Log;
  now: () => number;
}) {
  const { secrets, mail, allowed, log, now } = options;
  const store = createDeliveryStore(options.db);
  let sending: Promise<number> | null = null;
  let again = false;

  async function send(due: DueDelivery): Promise<boolean> {
    const at = () => new Date(now());
    let statusCode: number | null = null;
    try {
      statusCode =
        due.url === null || due.secretSealed === null
          ? await post(due)
          : await call(due, due.url, due.secretSealed);
      if (statusCode !== null && (statusCode < 200 || statusCode >= 300))
        throw new Error(`answered ${statusCode}`);
      await store.sent(due.id, at(), statusCode);
      return true;
    } catch (error) {
      if (isStoreAway(error)) throw error;
      const pause = pausesS[due.attempts - 1];
      const reason = error instanceof Error ? error.message : String(error);
      const nextAt = pause === undefined ? null : new Date(now() + pause * 1000);
      await store.missed(due.id, at(), { statusCode, error: reason.slice(0, 500), nextAt });
      return false;
    }
  }

  function call(due: DueDelivery, url: string, sealed: Buffer): Promise<number> {
    return postSigned({ url, secret: secrets.open(sealed), body: due.body, nowMs: now(), allowed });
  }

  async function post(due: DueDelivery): Promise<null> {
    if (mail === null) throw new Error("no mail server is configured (SMTP_URL)");
    const { address: to, subject, body: text } = due;
    await sendMail(mail, { from: mail.from, to, subject, text, at: new Date(now()) });
    return null;
  }

  /** Sends until nothing is due; several calls are one. */
  async function sendAll(): Promise<number> {
    let sent = 0;
    do {
      again = false;
      for (let due = await store.take(new Date(now()), atOnce); due.length > 0; ) {
        const endings = await Promise.all(due.map(send));
        sent += endings.filter(Boolean).length;
        due = await store.take(new Date(now()), atOnce);
      }
    } while (again);
    return sent;
  }

  function sendDue(): Promise<number> {
    again = true;
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  return {
    /** Whether mail can leave at all. */
    hasMail: mail !== null,
    sendDue,

    /** Something was added just now. */
    kick(): void {
      sendDue().catch((error) => {
        if (!isStoreAway(error)) log.error({ err: error }, "deliveries could not be sent");
      });
    },

    /** What results and reports have come since the last time, and what is due. */
    async feed(): Promise<{ sent: number; gone: number }> {
      const until = new Date(now() - settleMs);
      await store.feedResults(until);
      await store.feedTelemetry(until);
      const sent = await sendDue();
      return { sent, gone: await store.forget(new Date(now() - keepDays * 86_400_000)) };
    },

    list: store.list,
    count: store.count,

    async test(webhookId: number, body: string) {
      const id = await store.addTest(webhookId, body, new Date(now()));
      for (const due of await store.take(new Date(now()), 1, id)) await send(due);
      const found = await store.find(id);
      if (found === undefined) throw new Error("a delivery that was just added is gone");
      return found;
    },

    async stop(): Promise<void> {
      await sending?.catch(() => undefined);
    },
  };
}
