import { setMaxListeners } from "node:events";
import type { Log } from "../../../platform/log.ts";
import type { AllowedHosts } from "../../../platform/outbound/outbound-address.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import { createTransport, type MailSender, type TextGateway } from "./transport.ts";
import { createWebhookDeliveryStore, type DueWebhookDelivery } from "./webhook-delivery.store.ts";

export type WebhookDeliveryService = ReturnType<typeof createWebhookDeliveryService>;

/** After so many seconds it is tried again; after the last it is given up. */
const pausesS = [10, 60, 300, 1800, 7200, 21_600];
/** For each receiver: one that is slow or gone holds up nobody but itself. */
const atOnce = 5;
const keepDays = 30;
/** What is stored in this moment may have been received a little before: it is fed the next time. */
const debounceMs = 5000;

/** Mail, text messages and webhooks leave from here: kept in the database until they are taken, tried again with growing pauses. */
export function createWebhookDeliveryService(options: {
  db: Db;
  secrets: SecretBox;
  mail: MailSender | null;
  text: TextGateway | null;
  allowed: AllowedHosts;
  log: Log;
  now: () => number;
}) {
  const { mail, log, now } = options;
  const store = createWebhookDeliveryStore(options.db);
  /** One lane a receiver, while something is due for it. */
  const queues = new Map<number, Promise<number>>();
  const asked = new Set<number>();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one an attempt, of as many as there are receivers
  const deliver = createTransport({ ...options, signal: stopping.signal });

  async function send(due: DueWebhookDelivery): Promise<boolean> {
    const outcome = await tryReceiver(due);
    const at = new Date(now());
    if (outcome.error === null) {
      await store.sent(due.id, at, outcome.statusCode);
      return true;
    }
    const pause = pausesS[due.attempts - 1];
    const again = pause === undefined ? null : new Date(now() + pause * 1000);
    const nextAt = again !== null && due.expiresAt !== null && again >= due.expiresAt ? null : again;
    await store.missed(due.id, at, { ...outcome, error: outcome.error.slice(0, 500), nextAt });
    return false;
  }

  /** Never rejects: whatever happens on the way to a receiver is the receiver's failure, never the database's. */
  async function tryReceiver(
    due: DueWebhookDelivery,
  ): Promise<{ statusCode: number | null; error: string | null }> {
    try {
      if (due.expiresAt !== null && due.expiresAt.getTime() <= now()) {
        return { statusCode: null, error: "it expired before it could be sent" };
      }
      const statusCode = await deliver(due);
      const isTaken = statusCode === null || (statusCode >= 200 && statusCode < 300);
      return { statusCode, error: isTaken ? null : `answered ${statusCode}` };
    } catch (error) {
      return { statusCode: null, error: error instanceof Error ? error.message : String(error) };
    }
  }

  /**
   * Sends until nothing is due for the receiver. Where nothing of a whole take arrives, the rest waits for the next
   * time; what was added after the last take is asked for once more.
   */
  async function sendTo(receiver: number): Promise<number> {
    let sent = 0;
    while (asked.delete(receiver) && !stopping.signal.aborted) {
      for (let arrived = -1; arrived !== 0; sent += arrived) {
        const due = await store.take(new Date(now()), atOnce, { receiver });
        arrived = (await Promise.all(due.map(send))).filter(Boolean).length;
      }
    }
    return sent;
  }

  /** All receivers side by side, each once. */
  async function sendDue(): Promise<number> {
    const receivers = await store.listReceivers(new Date(now()));
    const sent = await Promise.all(
      receivers.map((receiver) => {
        asked.add(receiver);
        const queue = queues.get(receiver) ?? sendTo(receiver).finally(() => queues.delete(receiver));
        queues.set(receiver, queue);
        return queue;
      }),
    );
    return sent.reduce((sum, one) => sum + one, 0);
  }

  /** Sends one delivery now, whatever else is waiting. */
  async function sendOne(id: number): Promise<void> {
    for (const due of await store.take(new Date(now()), 1, { id })) await send(due);
  }

  return {
    /** Whether mail can leave at all. */
    hasMail: mail !== null,
    sendDue,

    /** Something was added just now. */
    kick(): void {
      sendDue().catch((error) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, "deliveries could not be sent");
      });
    },

    /** What results and reports have come since the last time, and what is due. */
    async feed(): Promise<{ sent: number; gone: number }> {
      const until = new Date(now() - debounceMs);
      await store.feedResults(until);
      await store.feedTelemetry(until);
      const sent = await sendDue();
      return { sent, gone: await store.deleteBefore(new Date(now() - keepDays * 86_400_000)) };
    },

    list: store.list,
    count: store.count,

    sendOne,

    async test(webhookId: number, body: string) {
      const id = await store.addTest(webhookId, body, new Date(now()));
      await sendOne(id);
      const found = await store.find(id);
      if (found === undefined) throw new Error("a delivery added a moment ago is missing");
      return found;
    },

    /** An attempt that waits for its receiver is ended and tried again after the next start. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(queues.values());
    },
  };
}
