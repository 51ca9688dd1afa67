import { sql } from "kysely";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Span } from "../devices/device-reach.service.ts";
import { withinSpans } from "./within-spans.store.ts";

export type StoredValue = {
  deviceId: number;
  identifier: string;
  at: number;
  receivedAt: number;
  value: unknown;
  flags: number;
};

/** Epoch milliseconds of an instant, as a number. */
const ms = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Reads of stored values. Rows carry a device, not a unit: callers check the device's scope first. */
export function createTelemetryStore(db: Db) {
  return {
    /** The latest values of the devices of one page, in one statement. */
    async listLatest(deviceIds: readonly number[]): Promise<StoredValue[]> {
      if (deviceIds.length === 0) return [];
      return db
        .selectFrom("telemetryLatest as t")
        .innerJoin("metric as m", "m.id", "t.metric")
        .where(sql<boolean>`t.device_id = any(${[...deviceIds]}::int[])`)
        .select([
          "t.deviceId",
          "m.identifier",
          sql<number>`floor(extract(epoch from t.ts) * 1000)::float8`.as("at"),
          sql<number>`floor(extract(epoch from t.received_at) * 1000)::float8`.as("receivedAt"),
          sql<unknown>`case when t.value is not null then to_jsonb(t.value) else t.value_json end`.as(
            "value",
          ),
          "t.flags",
        ])
        .execute();
    },

    async listMessages(filter: MessageFilter, limit: number, offset: number) {
      return messages(filter)
        .select(["id", "direction", "kind", "topic", "payload", "code", ms("received_at").as("at")])
        .orderBy("receivedAt", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
    },

    /** Exact to 10,000; what lies beyond is not counted. */
    async countMessages(filter: MessageFilter): Promise<number> {
      const some = messages(filter).select(sql<number>`1`.as("one")).limit(10_000).as("some");
      const counted = await db
        .selectFrom(some)
        .select(sql<number>`count(*)::int`.as("count"))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async listEvents(filter: EventFilter, limit: number, offset: number) {
      return events(filter)
        .select(["id", "identifier", "kind", "params", ms("ts").as("at"), ms("received_at").as("receivedAt")])
        .orderBy("ts", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
    },

    async countEvents(filter: EventFilter): Promise<number> {
      const some = events(filter).select(sql<number>`1`.as("one")).limit(10_000).as("some");
      const counted = await db
        .selectFrom(some)
        .select(sql<number>`count(*)::int`.as("count"))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    /** The short number of each identifier, given once and for ever. */
    async ensureMetrics(identifiers: readonly string[]): Promise<Map<string, number>> {
      await sql`insert into metric (identifier) select unnest(${[...identifiers]}::text[]) on conflict do nothing`.execute(
        db,
      );
      const rows = await db
        .selectFrom("metric")
        .select(["id", "identifier"])
        .where(sql<boolean>`identifier = any(${[...identifiers]}::text[])`)
        .execute();
      return new Map(rows.map((row) => [row.identifier, row.id]));
    },
  };

  function messages(filter: MessageFilter) {
    let query = db.selectFrom("messageLog").where("deviceId", "=", filter.deviceId);
    if (filter.direction !== undefined) query = query.where("direction", "=", filter.direction);
    if (filter.kind !== undefined) query = query.where("kind", "=", filter.kind);
    query = query.where(withinSpans("received_at", filter.spans));
    if (filter.keyword !== undefined) {
      const pattern = containing(filter.keyword);
      query = query.where(sql<boolean>`(payload::text ilike ${pattern} or topic ilike ${pattern})`);
    }
    return query;
  }

  function events(filter: EventFilter) {
    let query = db.selectFrom("deviceEvent").where("deviceId", "=", filter.deviceId);
    if (filter.identifier !== undefined) query = query.where("identifier", "=", filter.identifier);
    query = query.where(withinSpans("ts", filter.spans));
    return query;
  }
}

export type MessageFilter = {
  deviceId: number;
  direction?: number | undefined;
  kind?: number | undefined;
  keyword?: string | undefined;
  spans: readonly Span[];
};

export type EventFilter = {
  deviceId: number;
  identifier?: string | undefined;
  spans: readonly Span[];
};
