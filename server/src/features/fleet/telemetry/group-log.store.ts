import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import type { Span } from "../devices/device-reach.service.ts";
import { withinSpans } from "./within-spans.store.ts";

/** What is asked of one device's log; callers check the device's scope first. */
export type LogSpan = {
  deviceId: number;
  identifiers: readonly string[];
  /** What of its time is asked for and may be read. */
  spans: readonly Span[];
};

export type LogRow = {
  /** Microseconds of the device's time: two rows of one millisecond stay two. */
  atMicros: number;
  receivedAt: number;
  values: Record<string, unknown>;
  outOfRange: string[];
};

/** Moments that are counted at most; a log is not counted further. */
const maxCounted = 10_000;

/** The values of some properties, gathered by the moment at which the device reported them. */
export function createGroupLogStore(db: Db) {
  // Each property's newest moments come from the index; what they have in common is found among those few.
  const moments = (span: LogSpan, before: number | null, max: number) => sql<{ ts: Date }>`
    select distinct found.ts from (select id from metric where identifier = any(${[...span.identifiers]}::text[])) m
    cross join lateral (
      select t.ts from telemetry t where t.device_id = ${span.deviceId} and t.metric = m.id
        and ${withinSpans("t.ts", span.spans)}
        and t.ts < coalesce('epoch'::timestamptz + ${before}::float8 * interval '1 microsecond', 'infinity')
      order by t.ts desc limit ${max}) found
    order by found.ts desc limit ${max}`;

  const gathered = (span: LogSpan, page: ReturnType<typeof moments>) => sql<LogRow>`
    select (extract(epoch from t.ts) * 1000000)::float8 as at_micros,
      floor(extract(epoch from max(t.received_at)) * 1000)::float8 as received_at,
      jsonb_object_agg(m.identifier, coalesce(to_jsonb(t.value), t.value_json)) as values,
      coalesce(array_agg(m.identifier) filter (where t.flags & 1 <> 0), '{}') as out_of_range
    from telemetry t join metric m on m.id = t.metric
    where t.device_id = ${span.deviceId} and m.identifier = any(${[...span.identifiers]}::text[])
      and t.ts = any(array(${page}))
    group by t.ts order by t.ts desc`;

  return {
    /** Newest first. */
    async list(span: LogSpan, page: { limit: number; offset: number }): Promise<LogRow[]> {
      const first = moments(span, null, page.offset + page.limit);
      const part = sql<{
        ts: Date;
      }>`select ts from (${first}) s order by ts desc limit ${page.limit} offset ${page.offset}`;
      return (await gathered(span, part).execute(db)).rows;
    },

    /** The rows before a moment, newest first, for reading a log from end to end. */
    async listBefore(span: LogSpan, beforeMicros: number | null, limit: number): Promise<LogRow[]> {
      return (await gathered(span, moments(span, beforeMicros, limit)).execute(db)).rows;
    },

    /** Exact to 10,000; what lies beyond is not counted. */
    async count(span: LogSpan): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from (${moments(span, null, maxCounted)}) s`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },
  };
}
