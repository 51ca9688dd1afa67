import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { WebhookDeliveryService } from "./webhook-delivery.service.ts";

/** Every minute what could not leave before, and what results and reports have come. */
export function webhookDeliveryJob(options: {
  deliveries: Pick<WebhookDeliveryService, "feed">;
  /** Makes deliveries of what alarms have to report. */
  notifyAlarms: () => Promise<void>;
}): JobDefinition {
  return {
    key: "deliveries",
    name: { en: "Mail and webhook delivery", zh: "邮件与回调投递" },
    about: {
      en: "Sends queued and failed mail and webhooks again, and deletes deliveries older than 30 days.",
      zh: "发送待发或此前发送失败的邮件和回调，并清除 30 天前的投递记录。",
    },
    defaultCron: "* * * * *",
    async run() {
      await options.notifyAlarms();
      const { sent, gone } = await options.deliveries.feed();
      return {
        en: `${sent} sent, ${gone} deleted.`,
        zh: `已发送 ${sent} 条，清除 ${gone} 条。`,
        idle: sent + gone === 0,
      };
    },
  };
}
