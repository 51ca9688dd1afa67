import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import type { Span } from "../devices/device-reach.service.ts";
import { withinSpans } from "./within-spans.store.ts";

export type Reading = {
  /** Microseconds of the device's time. */
  atMicros: number;
  receivedAt: number;
  value: unknown;
  flags: number;
  /** Another value came under the same key. */
  hasConflict: boolean;
};

/** Stored values one by one, for reading a property from end to end. */
export function createReadingStore(db: Db) {
  return {
    /** Those after a moment, oldest first. */
    async listAfter(
      of: { deviceId: number; identifier: string; spans: readonly Span[] },
      afterMicros: number | null,
      limit: number,
    ): Promise<Reading[]> {
      const found = await sql<Reading>`
        select (extract(epoch from t.ts) * 1000000)::float8 as at_micros,
          floor(extract(epoch from t.received_at) * 1000)::float8 as received_at,
          coalesce(to_jsonb(t.value), t.value_json) as value, t.flags,
          exists (select from telemetry_conflict c where c.device_id = t.device_id and c.metric = t.metric
            and c.ts = t.ts) as has_conflict
        from telemetry t
        where t.device_id = ${of.deviceId} and t.metric = (select id from metric where identifier = ${of.identifier})
          and ${withinSpans("t.ts", of.spans)}
          and t.ts > coalesce('epoch'::timestamptz + ${afterMicros}::float8 * interval '1 microsecond', '-infinity')
        order by t.ts limit ${limit}`.execute(db);
      return found.rows;
    },
  };
}
