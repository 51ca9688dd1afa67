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
import type { DeliveryService } from "./delivery.service.ts";
import type { WebhookService } from "./webhook.service.ts";

export function serveWebhooks(
  serve: Serve,
  { webhooks, deliveries, now }: { webhooks: WebhookService; deliveries: DeliveryService; now: () => number },
): void {
  serve.forCaller(listWebhooks, async ({ query }, caller) => {
    webhooks.requireWholeReach(caller);
    const total = await webhooks.count();
    return { rows: await webhooks.list(pageOf(query, total)), total };
  });
  serve.forCaller(addWebhook, async ({ body, note }, caller) => {
    const data = await webhooks.add(caller, body);
    note({ thing: thingOf(data.webhookId, body.name), after: body });
    return { data };
  });
  serve.forCaller(changeWebhook, async ({ body, note }, caller) => {
    const before = await webhooks.require(caller, body.webhookId);
    await webhooks.change(caller, body.webhookId, body);
    const after = await webhooks.require(caller, body.webhookId);
    note({ thing: thingOf(body.webhookId, before.name), before: toFacts(before), after: toFacts(after) });
    return {};
  });
  serve.forCaller(resetWebhookSecret, async ({ body, note }, caller) => {
    const { name } = await webhooks.require(caller, body.webhookId);
    const data = await webhooks.resetSecret(caller, body.webhookId);
    note({ thing: thingOf(body.webhookId, name) });
    return { data };
  });
  serve.forCaller(removeWebhooks, async ({ params, note }, caller) => {
    const gone: Webhook[] = [];
    for (const id of params.ids) gone.push(await webhooks.require(caller, id));
    await webhooks.remove(params.ids);
    for (const one of gone) note({ thing: thingOf(one.webhookId, one.name), before: toFacts(one) });
    return {};
  });
  serve.forCaller(listDeliveries, async ({ query }, caller) => {
    webhooks.requireWholeReach(caller);
    const total = await deliveries.count(query.webhookId);
    return { rows: await deliveries.list(query.webhookId, pageOf(query, total)), total };
  });
  serve.forCaller(testWebhook, async ({ body, note }, caller) => {
    const { name } = await webhooks.require(caller, body.webhookId);
    const data = await deliveries.test(body.webhookId, JSON.stringify({ type: "test", at: now() }));
    note({ thing: thingOf(body.webhookId, name), after: { state: data.state, statusCode: data.statusCode } });
    return { data };
  });
}

function thingOf(id: number, name: string) {
  return { kind: "webhook", id, name };
}

function toFacts({ name, url, topics, minSeverity, status }: Webhook) {
  return { name, url, topics, minSeverity, status };
}
