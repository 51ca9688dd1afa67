import type { WebhookDelivery } from "@tracewater/contract/system/webhooks";
import type { TimeSpan } from "@tracewater/contract/time-span";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";
import { isWithin } from "../../../platform/store/search-span.ts";

/** A delivery that is to be sent now. Of a message there is an address, of a webhook its place and secret. */
export type DueWebhookDelivery = {
  id: number;
  channel: "mail" | "text";
  address: string;
  subject: string;
  body: string;
  /** A text that holds a one-time code; `body` is empty then. */
  bodySealed: Buffer | null;
  /** It is not sent afterwards; null for never. */
  expiresAt: Date | null;
  attempts: number;
  url: string | null;
  secretSealed: Buffer | null;
};

type WebhookDeliveryFilter = TimeSpan & { webhookId?: number | undefined };

const receiver = sql`coalesce(d.webhook_id, case d.channel when 'text' then -1 else 0 end)::float8`;

function isDue(at: Date) {
  return sql`d.state = 'waiting' and d.next_at <= ${at} and (d.taken_until is null or d.taken_until < ${at})`;
}

/** What has to leave the platform, kept until it has. */
export function createWebhookDeliveryStore(db: Db) {
  return {
    /** Receivers that something is due for; a webhook by its id, 0 is the mail server, -1 the text gateway. */
    async listReceivers(at: Date): Promise<number[]> {
      const found = await sql<{ receiver: number }>`
        select distinct ${receiver} as receiver from delivery d where ${isDue(at)}`.execute(db);
      return found.rows.map((row) => row.receiver);
    },

    /** Takes what is due for one receiver, or one delivery, for a while: no two nodes send the same. */
    async take(
      at: Date,
      limit: number,
      of: { receiver: number } | { id: number },
    ): Promise<DueWebhookDelivery[]> {
      const chosen = "id" in of ? sql`d.id = ${of.id}` : sql`${receiver} = ${of.receiver}`;
      const found = await sql<DueWebhookDelivery>`
        with due as (
          select id from delivery d where ${isDue(at)} and ${chosen}
          order by next_at limit ${limit} for update skip locked),
        taken as (
          update delivery d set attempts = attempts + 1, taken_until = ${at}::timestamptz + interval '2 minutes'
          from due where d.id = due.id returning d.*)
        select t.id::float8 as id, t.channel, t.address, t.subject, t.body, t.body_sealed, t.expires_at, t.attempts,
          w.url, w.secret_sealed
        from taken t left join webhook w on w.id = t.webhook_id`.execute(db);
      return found.rows;
    },

    async sent(id: number, at: Date, statusCode: number | null): Promise<void> {
      await sql`update delivery set state = 'sent', finished_at = ${at}, taken_until = null, status_code = ${statusCode},
        error = '', body_sealed = null where id = ${id}`.execute(db);
    },

    /** Tried again at `nextAt`; given up where there is none. */
    async missed(
      id: number,
      at: Date,
      how: { statusCode: number | null; error: string; nextAt: Date | null },
    ): Promise<void> {
      await sql`update delivery set taken_until = null, status_code = ${how.statusCode}, error = ${how.error},
          next_at = coalesce(${how.nextAt}::timestamptz, next_at),
          state = case when ${how.nextAt}::timestamptz is null then 'failed' else 'waiting' end,
          body_sealed = case when ${how.nextAt}::timestamptz is null then null else body_sealed end,
          finished_at = case when ${how.nextAt}::timestamptz is null then ${at}::timestamptz end
        where id = ${id}`.execute(db);
    },

    async addTest(webhookId: number, body: string, at: Date): Promise<number> {
      const added = await sql<{
        id: number;
      }>`insert into delivery (webhook_id, topic, body, next_at, created_at)
        values (${webhookId}, 'test', ${body}, ${at}, ${at}) returning id::float8 as id`.execute(db);
      return added.rows[0]?.id ?? 0;
    },

    async list(
      filter: WebhookDeliveryFilter,
      page: { limit: number; offset: number },
    ): Promise<WebhookDelivery[]> {
      const found = await sql<WebhookDelivery>`${rows} where ${matches(filter)}
        order by created_at desc, id desc
        limit ${page.limit} offset ${page.offset}`.execute(db);
      return found.rows;
    },

    async count(filter: WebhookDeliveryFilter): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from delivery where ${matches(filter)}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async find(id: number): Promise<WebhookDelivery | undefined> {
      return (await sql<WebhookDelivery>`${rows} where id = ${id}`.execute(db)).rows[0];
    },

    async deleteBefore(before: Date): Promise<number> {
      const gone =
        await sql`delete from delivery where state <> 'waiting' and created_at < ${before}`.execute(db);
      return Number(gone.numAffectedRows ?? 0n);
    },

    /** Results since the last time, one delivery each, for every webhook that wants them. */
    async feedResults(until: Date): Promise<void> {
      await sql`
        with fed as (
          select w.id as webhook_id, e.id, jsonb_build_object('type', 'result', 'id', 'result/' || e.id,
              'deviceName', d.device_name, 'unit', u.name, 'at', floor(extract(epoch from e.ts) * 1000),
              'params', e.params)::text as body
          from webhook w join lateral (
              select * from device_event where id > w.result_after and received_at <= ${until} order by id limit 1000) e
              on e.identifier = 'result'
            join device d on d.id = e.device_id join dept u on u.id = e.unit_id
          where w.status = '0' and 'result' = any(w.topics)),
        added as (insert into delivery (webhook_id, topic, body) select webhook_id, 'result', body from fed order by id)
        update webhook w set result_after = greatest(w.result_after, coalesce(
          (select max(id) from (select id from device_event where id > w.result_after and received_at <= ${until}
            order by id limit 1000) seen), w.result_after))
        where w.status = '0' and 'result' = any(w.topics)`.execute(db);
    },

    /** Reports since the last time, as one delivery of at most a thousand, for every webhook that wants them. */
    async feedTelemetry(until: Date): Promise<void> {
      await sql`
        with span as (
          select w.id, w.telemetry_after as since, coalesce(
            (select m.received_at from message_log m where m.received_at > w.telemetry_after and m.received_at <= ${until}
              and m.kind = 1 and m.direction = 1 order by m.received_at offset 999 limit 1), ${until}) as until
          from webhook w where w.status = '0' and 'telemetry' = any(w.topics) and w.telemetry_after < ${until}),
        fed as (
          select s.id, jsonb_agg(jsonb_build_object('deviceName', d.device_name, 'receivedAt',
              floor(extract(epoch from m.received_at) * 1000), 'params', m.payload -> 'params')) as reports
          from span s join message_log m on m.received_at > s.since and m.received_at <= s.until
            and m.kind = 1 and m.direction = 1 and m.code = 200
            join device d on d.id = m.device_id
          group by s.id),
        added as (
          insert into delivery (webhook_id, topic, body)
          select id, 'telemetry', jsonb_build_object('type', 'telemetry', 'reports', reports)::text from fed)
        update webhook w set telemetry_after = span.until from span where span.id = w.id`.execute(db);
    },
  };
}

const rows = sql`select id::float8 as delivery_id, topic, state, attempts, ${epochMs("created_at")} as at,
  case when state = 'waiting' then ${epochMs("next_at")} end as next_at, ${epochMs("finished_at")} as finished_at,
  status_code, error, left(body, 4000) as body from delivery`;

function matches({ webhookId, ...span }: WebhookDeliveryFilter): RawBuilder<unknown> {
  const of = webhookId === undefined ? sql`webhook_id is not null` : sql`webhook_id = ${webhookId}`;
  return sql`${of} and ${isWithin(sql`created_at`, span)}`;
}
