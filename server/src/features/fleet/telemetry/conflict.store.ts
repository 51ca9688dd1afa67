import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import type { Span } from "../devices/device-reach.service.ts";
import { withinSpans } from "./within-spans.store.ts";

export type ConflictFilter = { deviceId: number; identifier?: string | undefined; spans: readonly Span[] };

export type ConflictRow = {
  identifier: string;
  at: number;
  kept: unknown;
  keptReceivedAt: number | null;
  other: unknown;
  otherReceivedAt: number;
};

/** Values that came under a key that another value had taken. */
export function createConflictStore(db: Db) {
  const ms = (time: RawBuilder<unknown>) => sql`floor(extract(epoch from ${time}) * 1000)::float8`;
  const found = (filter: ConflictFilter) => sql`
    from telemetry_conflict c join metric m on m.id = c.metric
    where c.device_id = ${filter.deviceId} and ${withinSpans("c.ts", filter.spans)}
      and ${filter.identifier === undefined ? sql`true` : sql`m.identifier = ${filter.identifier}`}`;

  return {
    /** Newest first, each alongside what exists. */
    async list(filter: ConflictFilter, page: { limit: number; offset: number }): Promise<ConflictRow[]> {
      const rows = await sql<ConflictRow>`
        select c.identifier, ${ms(sql`c.ts`)} as at, coalesce(to_jsonb(t.value), t.value_json) as kept,
          ${ms(sql`t.received_at`)} as kept_received_at, c.other, ${ms(sql`c.received_at`)} as other_received_at
        from (select m.identifier, c.device_id, c.metric, c.ts, c.received_at,
            coalesce(to_jsonb(c.value), c.value_json) as other ${found(filter)}
          order by c.ts desc, c.received_at desc, c.metric limit ${page.limit} offset ${page.offset}) c
        left join telemetry t using (device_id, metric, ts)
        order by c.ts desc, c.received_at desc, c.metric`.execute(db);
      return rows.rows;
    },

    /** Exact to 10,000; what lies beyond is not counted. */
    async count(filter: ConflictFilter): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from (select 1 ${found(filter)} limit 10000) c`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },
  };
}
