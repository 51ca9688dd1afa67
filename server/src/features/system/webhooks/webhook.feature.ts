import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhooks,
  resetWebhookSecret,
  testWebhook,
  type Webhook,
} from "@tracewater/contract/system/webhooks";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { WebhookService } from "./webhook.service.ts";
import type { WebhookDeliveryService } from "./webhook-delivery.service.ts";

export function serveWebhooks(
  serve: Serve,
  {
    webhooks,
    deliveries,
    now,
  }: { webhooks: WebhookService; deliveries: WebhookDeliveryService; now: () => number },
): void {
  serve.forCaller(listWebhooks, async ({ query }, caller) => {
    webhooks.requireWholeReach(caller);
    const total = await webhooks.count();
    return { rows: await webhooks.list(pageOf(query, total)), total };
  });
  serve.forCaller(addWebhook, async ({ body, audit }, caller) => {
    const data = await webhooks.add(caller, body);
    audit({ subject: auditSubject(data.webhookId, body.name), after: body });
    return { data };
  });
  serve.forCaller(changeWebhook, async ({ body, audit }, caller) => {
    const before = await webhooks.require(caller, body.webhookId);
    await webhooks.change(caller, body.webhookId, body);
    const after = await webhooks.require(caller, body.webhookId);
    audit({
      subject: auditSubject(body.webhookId, before.name),
      before: toAuditPayload(before),
      after: toAuditPayload(after),
    });
    return {};
  });
  serve.forCaller(resetWebhookSecret, async ({ body, audit }, caller) => {
    const { name } = await webhooks.require(caller, body.webhookId);
    const data = await webhooks.resetSecret(caller, body.webhookId);
    audit({ subject: auditSubject(body.webhookId, name) });
    return { data };
  });
  serve.forCaller(removeWebhooks, async ({ params, audit }, caller) => {
    const gone: Webhook[] = [];
    for (const id of params.ids) gone.push(await webhooks.require(caller, id));
    await webhooks.remove(params.ids);
    for (const one of gone)
      audit({ subject: auditSubject(one.webhookId, one.name), before: toAuditPayload(one) });
    return {};
  });
  serve.forCaller(listDeliveries, async ({ query }, caller) => {
    webhooks.requireWholeReach(caller);
    const total = await deliveries.count(query);
    return { rows: await deliveries.list(query, pageOf(query, total)), total };
  });
  serve.forCaller(testWebhook, async ({ body, audit }, caller) => {
    const { name } = await webhooks.require(caller, body.webhookId);
    const data = await deliveries.test(body.webhookId, JSON.stringify({ type: "test", at: now() }));
    audit({
      subject: auditSubject(body.webhookId, name),
      after: { state: data.state, statusCode: data.statusCode },
    });
    return { data };
  });
}

function auditSubject(id: number, name: string) {
  return { kind: "webhook", id, name };
}

function toAuditPayload({ name, url, topics, minSeverity, status }: Webhook) {
  return { name, url, topics, minSeverity, status };
}
