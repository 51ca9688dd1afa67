import { type MailServer, sendMail } from "../../../platform/mail/mailer.ts";
import type { AllowedHosts } from "../../../platform/outbound/outbound-address.ts";
import { postSigned } from "../../../platform/outbound/post-signed.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { DueWebhookDelivery } from "./webhook-delivery.store.ts";

export type MailSender = MailServer & { from: string };
/** It gets `{id, to, text}` as JSON, signed like a webhook. */
export type TextGateway = { url: string; secret: string };

/** The operator wrote this address into the environment: it may lead anywhere, to this machine too. */
const ofOperator: AllowedHosts = { isAllowed: () => true };

/**
 * Takes one delivery to its receiver. Gives the status of the answer, null for mail, whose server takes it or not;
 * rejects where there was no answer.
 */
export function createTransport(options: {
  secrets: SecretBox;
  mail: MailSender | null;
  text: TextGateway | null;
  /** What webhooks may reach besides the usual. */
  allowed: AllowedHosts;
  signal: AbortSignal;
  now: () => number;
}): (due: DueWebhookDelivery) => Promise<number | null> {
  const { secrets, mail, text, allowed, signal, now } = options;

  async function post(due: DueWebhookDelivery): Promise<null> {
    if (mail === null) throw new Error("no mail server is configured (SMTP_URL)");
    const { address: to, subject } = due;
    await sendMail(mail, { from: mail.from, to, subject, text: bodyOf(due), at: new Date(now()) });
    return null;
  }

  function sendText(due: DueWebhookDelivery): Promise<number> {
    if (text === null) throw new Error("no gateway for text messages is configured (TEXT_WEBHOOK_URL)");
    const body = JSON.stringify({ id: due.id, to: due.address, text: bodyOf(due) });
    return postSigned({ ...text, body, nowMs: now(), allowed: ofOperator, signal });
  }

  function bodyOf({ body, bodySealed }: DueWebhookDelivery): string {
    return bodySealed === null ? body : secrets.open(bodySealed);
  }

  return async (due) => {
    const { url, secretSealed, body } = due;
    if (url !== null && secretSealed !== null) {
      return postSigned({ url, secret: secrets.open(secretSealed), body, nowMs: now(), allowed, signal });
    }
    return due.channel === "mail" ? post(due) : sendText(due);
  };
}
