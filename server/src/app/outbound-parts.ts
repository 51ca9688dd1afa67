import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createMessageService, type MessageService } from "../features/system/messages/message.service.ts";
import { createWebhookService, type WebhookService } from "../features/system/webhooks/webhook.service.ts";
import {
  createWebhookDeliveryService,
  type WebhookDeliveryService,
} from "../features/system/webhooks/webhook-delivery.service.ts";
import { type Env, EnvError } from "../platform/env.ts";
import type { Log } from "../platform/log.ts";
import { readAllowedHosts } from "../platform/outbound/outbound-address.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Db } from "../platform/store/database.ts";

/** What leaves the platform by itself: mail, text messages and webhooks. */
export function createOutbound(options: {
  env: Env;
  db: Db;
  secrets: SecretBox;
  log: Log;
  now: () => number;
}): { deliveries: WebhookDeliveryService; webhooks: WebhookService; messages: MessageService } {
  const { env, ...parts } = options;
  const read = readAllowedHosts(env.WEBHOOK_ALLOW);
  if (!read.ok)
    throw new EnvError(`The variable WEBHOOK_ALLOW cannot be used: ${read.entry} is not a valid host.`);
  const mail =
    env.SMTP_URL === undefined || env.SMTP_FROM === undefined
      ? null
      : { url: env.SMTP_URL, from: env.SMTP_FROM, ca: readAuthority(env.SMTP_CA) };
  const text =
    env.TEXT_WEBHOOK_URL === undefined || env.TEXT_WEBHOOK_SECRET === undefined
      ? null
      : { url: env.TEXT_WEBHOOK_URL, secret: env.TEXT_WEBHOOK_SECRET };
  const allowed = read.hosts;
  const deliveries = createWebhookDeliveryService({ ...parts, mail, text, allowed });
  return {
    deliveries,
    webhooks: createWebhookService({ ...parts, allowed }),
    messages: createMessageService({ ...parts, deliveries, mail, text }),
  };
}

/** The certificates in PEM form that vouch for the mail server. */
function readAuthority(file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    const text = readFileSync(file, "utf8");
    new X509Certificate(text);
    return text;
  } catch {
    throw new EnvError(`The variable SMTP_CA cannot be used: ${file} contains no certificate in PEM form.`);
  }
}
