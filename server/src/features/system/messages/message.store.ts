import type { QueryOf } from "@tracewater/contract/call";
import type { listMessageLog, Message, MessageChannel } from "@tracewater/contract/system/messages";
import { type RawBuilder, sql } from "kysely";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";

export type MessageQuery = QueryOf<typeof listMessageLog>;

export type NewMessage = {
  channel: MessageChannel;
  address: string;
  topic: string;
  subject: string;
  body: string;
  bodySealed: Buffer | null;
  expiresAt: Date | null;
};

/** How far a count goes; what is beyond is shown as more. */
export const maxCounted = 10_000;

const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Mail and text messages among the deliveries: those of no webhook. */
export function createMessageStore(db: Db) {
  return {
    /** In the caller's transaction where one is given: a code and its message are stored together. */
    async add(message: NewMessage, at: Date, on: Db = db): Promise<number> {
      const added = await sql<{ id: number }>`
        insert into delivery (channel, address, topic, subject, body, body_sealed, expires_at, next_at, created_at)
        values (${message.channel}, ${message.address}, ${message.topic}, ${message.subject}, ${message.body},
          ${message.bodySealed}, ${message.expiresAt}, ${at}, ${at}) returning id::float8 as id`.execute(on);
      return added.rows[0]?.id ?? 0;
    },

    async list(query: MessageQuery, page: { limit: number; offset: number }): Promise<Message[]> {
      const found = await sql<Message>`${rows} where ${matching(query)} order by id desc
        limit ${page.limit}::int offset ${page.offset}::int`.execute(db);
      return found.rows;
    },

    /** Exact up to `maxCounted`, one more where there are more. */
    async count(query: MessageQuery): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from (select 1 from delivery where ${matching(query)}
          order by id desc limit ${maxCounted + 1}::int) found`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async find(id: number): Promise<Message | undefined> {
      return (await sql<Message>`${rows} where webhook_id is null and id = ${id}`.execute(db)).rows[0];
    },
  };
}

const rows = sql`select id::float8 as message_id, channel, address, topic, subject, left(body, 4000) as body,
  body = '' as is_secret, state, attempts, ${ms("created_at")} as at,
  case when state = 'waiting' then ${ms("next_at")} end as next_at, ${ms("finished_at")} as finished_at,
  status_code, error from delivery`;

function matching(query: MessageQuery): RawBuilder<boolean> {
  const parts = [sql<boolean>`webhook_id is null`, ...inSpan(sql`created_at`, query)];
  if (query.channel !== undefined) parts.push(sql`channel = ${query.channel}`);
  if (query.state !== undefined) parts.push(sql`state = ${query.state}`);
  if (query.address !== undefined) parts.push(sql`address ilike ${containing(query.address)}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
