import * as webhooks from "@tracewater/contract/system/webhooks";
import { sql } from "kysely";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** Webhooks report of the whole platform: they take a reach over all units. */
export function webhookRules(stage: AccessStage): Record<string, Rule> {
  const body = () => ({ name: stage.name(), url: "https://192.0.2.1/hook", topics: ["alarm" as const] });
  const whole = (make: () => Promise<CallInput>): Rule => ({
    outside: "none",
    wholeReach: true,
    make: async () => ({ input: await make() }),
  });
  const add = async () =>
    (await stage.platform.call(webhooks.addWebhook, { body: body() }, stage.admin)).data.webhookId;
  return {
    [webhooks.listWebhooks.name]: whole(async () => ({})),
    [webhooks.addWebhook.name]: whole(async () => ({ body: body() })),
    [webhooks.changeWebhook.name]: whole(async () => ({ body: { ...body(), webhookId: await add() } })),
    [webhooks.resetWebhookSecret.name]: whole(async () => ({ body: { webhookId: await add() } })),
    [webhooks.removeWebhooks.name]: whole(async () => ({ params: { ids: await add() } })),
    [webhooks.listDeliveries.name]: whole(async () => ({})),
    [webhooks.testWebhook.name]: whole(async () => {
      const webhookId = await add();
      // Nothing of a test leaves this machine: the address is closed here.
      await sql`update webhook set url = 'http://127.0.0.1:1/' where id = ${webhookId}`.execute(
        stage.platform.db,
      );
      return { body: { webhookId } };
    }),
  };
}
