import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { DeliveryService } from "./delivery.service.ts";

/** Every minute what could not leave before, and what results and reports have come. */
export function deliveryJob(options: {
  deliveries: Pick<DeliveryService, "feed">;
  /** Makes deliveries of what alarms have to tell. */
  tellAlarms: () => Promise<void>;
}): JobDefinition {
  return {
    key: "deliveries",
    name: { en: "Mail and webhooks", zh: "外发投递" },
    about: {
      en: "Sends mail and webhooks that wait or could not be sent before, and forgets those older than 30 days.",
      zh: "发送等待中或此前失败的邮件和外发回调，并清除 30 天前的记录。",
    },
    defaultCron: "* * * * *",
    async run() {
      await options.tellAlarms();
      const { sent, gone } = await options.deliveries.feed();
      return { en: `${sent} sent, ${gone} forgotten.`, zh: `已发送 ${sent} 条，清除 ${gone} 条。` };
    },
  };
}
