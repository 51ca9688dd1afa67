import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, id, idInBody, page } from "../envelope.ts";
import { severity } from "../fleet/alarm-rules.ts";
import { idList } from "../id-list.ts";
import { epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { timeSpan } from "../time-span.ts";

const may = (verb: string) => permission(`system:webhook:${verb}`);
const path = "/v2/admin/system/webhook";

export const webhookTopic = z.enum(["alarm", "result", "telemetry"]);

const fields = {
  name: z.string().trim().min(1).max(100),
  url: z.url({ protocol: /^https?$/ }).max(1000),
  topics: z.array(webhookTopic).min(1).max(3),
  /** Of alarms: from which severity on. */
  minSeverity: severity.default("info"),
  status: flag.default("0"),
};

/**
 * An address that is notified of alarms, results and readings. Each delivery is a POST of JSON with
 * `x-tracewater-timestamp` (seconds) and `x-tracewater-signature`: `sha256=` and the hex HMAC-SHA256 under the
 * webhook's secret of the timestamp, a dot and the body.
 */
export const webhook = z.object({
  webhookId: z.number().int(),
  ...fields,
  minSeverity: severity,
  status: flag,
  waiting: z.number().int(),
  lastSentAt: epochMs.nullable(),
  lastFailedAt: epochMs.nullable(),
});
export type Webhook = z.infer<typeof webhook>;

export const listWebhooks = defineCall({
  name: "listWebhooks",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object(paging),
  reply: page(webhook),
});

/** The secret is shown this once; the database keeps it encrypted. */
const secretOnce = data(z.object({ webhookId: z.number().int(), secret: z.string() }));

export const addWebhook = defineCall({
  name: "addWebhook",
  title: { en: "Add a webhook", zh: "新增外发回调" },
  method: "POST",
  path,
  access: may("add"),
  body: z.object(fields),
  reply: secretOnce,
});

export const changeWebhook = defineCall({
  name: "changeWebhook",
  title: { en: "Edit a webhook", zh: "编辑外发回调" },
  method: "PUT",
  path,
  access: may("edit"),
  body: z.object({ webhookId: idInBody, ...fields }),
});

export const resetWebhookSecret = defineCall({
  name: "resetWebhookSecret",
  title: { en: "Reset the secret of a webhook", zh: "重置外发回调密钥" },
  method: "PUT",
  path: `${path}/resetSecret`,
  access: may("edit"),
  body: z.object({ webhookId: idInBody }),
  reply: secretOnce,
});

export const removeWebhooks = defineCall({
  name: "removeWebhooks",
  title: { en: "Delete webhooks", zh: "删除外发回调" },
  method: "DELETE",
  path: `${path}/:ids`,
  access: may("remove"),
  params: z.object({ ids: idList }),
});

export const delivery = z.object({
  deliveryId: z.number().int(),
  topic: z.string(),
  state: z.enum(["waiting", "sent", "failed"]),
  attempts: z.number().int(),
  at: epochMs,
  nextAt: epochMs.nullable(),
  finishedAt: epochMs.nullable(),
  statusCode: z.number().int().nullable(),
  error: z.string(),
  body: z.string(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

/** What was sent to one webhook, newest first, kept 30 days. */
export const listDeliveries = defineCall({
  name: "listDeliveries",
  method: "GET",
  path: `${path}/delivery/list`,
  access: may("query"),
  query: z.object({ ...paging, ...timeSpan, webhookId: blank(id) }),
  reply: page(delivery),
});

/** Sends a test at once and shows how it ended. */
export const testWebhook = defineCall({
  name: "testWebhook",
  title: { en: "Send a webhook test", zh: "发送外发回调测试" },
  method: "POST",
  path: `${path}/test`,
  access: may("edit"),
  body: z.object({ webhookId: idInBody }),
  reply: data(delivery),
});
