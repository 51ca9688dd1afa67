import type { Webhook } from "@tracewater/contract/system/webhooks";
import { sql } from "kysely";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

export type WebhookFields = Pick<Webhook, "name" | "url" | "topics" | "minSeverity" | "status">;

export function createWebhookStore(db: Db) {
  const columns = sql`w.id as webhook_id, w.name, w.url, w.topics, w.min_severity, w.status,
    (select count(*)::int from delivery d where d.webhook_id = w.id and d.state = 'waiting') as waiting,
    (select ${epochMs("d.finished_at")} from delivery d where d.webhook_id = w.id and d.state = 'sent'
      order by d.id desc limit 1) as last_sent_at,
    (select ${epochMs("d.finished_at")} from delivery d where d.webhook_id = w.id and d.state = 'failed'
      order by d.id desc limit 1) as last_failed_at`;
  const set = (
    one: WebhookFields,
  ) => sql`name = ${one.name}, url = ${one.url}, topics = ${[...one.topics]}::text[],
    min_severity = ${one.minSeverity}, status = ${one.status}`;

  return {
    async list(page: { limit: number; offset: number }): Promise<Webhook[]> {
      const found = await sql<Webhook>`select ${columns} from webhook w order by w.name
        limit ${page.limit} offset ${page.offset}`.execute(db);
      return found.rows;
    },

    async count(): Promise<number> {
      const found = await sql<{ count: number }>`select count(*)::int as count from webhook`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async find(id: number): Promise<Webhook | undefined> {
      return (await sql<Webhook>`select ${columns} from webhook w where w.id = ${id}`.execute(db)).rows[0];
    },

    /** Undefined where the name is taken. What it is instructed of begins now. */
    async add(one: WebhookFields, secretSealed: Buffer, at: Date): Promise<number | undefined> {
      const added = await sql<{ id: number }>`
        insert into webhook (name, url, topics, min_severity, status, secret_sealed, result_after, telemetry_after)
        select ${one.name}, ${one.url}, ${[...one.topics]}::text[], ${one.minSeverity}, ${one.status}, ${secretSealed},
          coalesce((select max(id) from device_event), 0), ${at}
        on conflict (name) do nothing returning id`.execute(db);
      return added.rows[0]?.id;
    },

    /** False where the name is taken. Topics that are new begin now. */
    async change(id: number, one: WebhookFields, at: Date): Promise<boolean> {
      const changed = sql`update webhook set ${set(one)},
          telemetry_after = case when 'telemetry' = any(topics) and status = '0' then telemetry_after else ${at} end,
          result_after = case when 'result' = any(topics) and status = '0' then result_after
            else coalesce((select max(id) from device_event), 0) end
        where id = ${id}`.execute(db);
      return onUniqueViolation(
        changed.then(() => true),
        () => false,
      );
    },

    async setSecret(id: number, secretSealed: Buffer): Promise<void> {
      await sql`update webhook set secret_sealed = ${secretSealed} where id = ${id}`.execute(db);
    },

    async remove(ids: readonly number[]): Promise<void> {
      await sql`delete from webhook where id = any(${[...ids]}::int[])`.execute(db);
    },
  };
}
