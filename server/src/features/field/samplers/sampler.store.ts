import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { SlotCut, SlotEvent } from "./auto-sample.model.ts";

export type Between = { begin: Date; end: Date };
export type OrderedCommand = {
  id: string;
  identifier: string;
  state: string;
  code: number | null;
  message: string | null;
  reply: unknown;
  queuedAt: Date;
};
/** Two for each bottle that was changed; of 20,000 aliquots there are never so many. */
const maxCuts = 40_000;

/** Flow in m3/h from a moment [ms] on. */
export type FlowAt = { at: number; flow: number };
/** m3/h; what is beyond is no flow of a sewer, and would spoil the mean of its five minutes. */
const maxFlow = 1e6;
/** Nine days of five minutes. */
const maxFlows = 2592;

export type Fix = { time: number; lat: number; lon: number };

/** Reads of what samplers reported. Rows carry a device: callers check its scope first. */
export function createSamplerStore(db: Db) {
  return {
    /** What happened in the slots of a sampler, newest first. */
    async listSlotEvents(deviceId: number, span: Between, limit: number): Promise<SlotEvent[]> {
      const found = await sql<SlotEvent>`
        select ${slotEvent} from device_event e where e.device_id = ${deviceId} and ${ofSlots(span)}
        order by ts desc, id desc limit ${limit}`.execute(db);
      return found.rows;
    },

    /** The same of every sampler of the scope, or of the one with this name; newest first. */
    async listFleetSlotEvents(
      scope: Scope,
      query: { span: Between; deviceName: string | undefined },
      limit: number,
    ): Promise<FleetSlotEvent[]> {
      const { span, deviceName } = query;
      const named = deviceName === undefined ? sql`true` : sql`d.device_name = ${deviceName}`;
      const found = await sql<FleetSlotEvent>`
        select ${slotEvent}, d.id as device_id, d.device_name
        from device d join product on product.id = d.product_id and product.type_key = 'waterSample'
        join device_event e on e.device_id = d.id and ${ofSlots(span)}
        where ${inScope(scope, "d.unit_id")} and ${named}
        order by e.ts desc, e.id desc limit ${limit}`.execute(db);
      return found.rows;
    },

    /**
     * When bottles came into the slots of these devices and left them, and when a slot was set back, by their times:
     * of each bottle that was there in the span, for one that was put in days before counts since then.
     */
    async listSlotCuts(
      deviceIds: readonly number[],
      span: Between,
    ): Promise<(SlotCut & { deviceId: number })[]> {
      const of = sql`device_id = any(${[...deviceIds]}::int[])`;
      const found = await sql<SlotCut & { deviceId: number }>`
        with place as materialized (
          select device_id, slot, since, until from bottle_place
          where ${of} and (until is null or until >= ${span.begin}) and since <= ${span.end})
        select device_id, slot, floor(extract(epoch from at) * 1000)::float8 as at, bool_or(cleared) as is_cleared
        from (
          select device_id, slot, since as at, false as cleared from place
          union all
          select device_id, slot, until, false from place where until <= ${span.end}
          union all
          select device_id, slot, cleared_at, true from slot_clear where ${of} and cleared_at <= ${span.end}) cut
        group by device_id, slot, cut.at order by cut.at desc limit ${maxCuts}`.execute(db);
      return found.rows.reverse();
    },

    /** Where these devices were in a span. */
    async listPointSpans(deviceIds: readonly number[], span: Between): Promise<PointSpan[]> {
      const found = await sql<PointSpan>`
        select dp.device_id, dp.since, dp.until, p.id as point_id, p.code, p.name
        from device_point dp join sampling_point p on p.id = dp.point_id
        where dp.device_id = any(${[...deviceIds]}::int[]) and dp.since <= ${span.end}
          and (dp.until is null or dp.until >= ${span.begin}) order by dp.since limit 20000`.execute(db);
      return found.rows;
    },

    /**
     * The fixes of a span, one for each of its `parts`: a device that does not move reports the same place for months.
     */
    async listFixes(deviceId: number, span: Between, parts: number): Promise<Fix[]> {
      const begin = span.begin.getTime() / 1000;
      const width = Math.max(1, (span.end.getTime() / 1000 - begin) / parts);
      const found = await sql<Fix>`
        select distinct on (part) time, lat, lon from (
          select floor((extract(epoch from t.ts) - ${begin}::float8) / ${width}::float8) as part,
            floor(extract(epoch from t.ts) * 1000)::float8 as time,
            (t.value_json ->> 'latitude')::float8 as lat, (t.value_json ->> 'longitude')::float8 as lon
          from telemetry t
          where t.device_id = ${deviceId} and t.metric = (select id from metric where identifier = 'gps')
            and t.ts >= ${span.begin} and t.ts <= ${span.end}
            and jsonb_typeof(t.value_json -> 'latitude') = 'number'
            and jsonb_typeof(t.value_json -> 'longitude') = 'number') fix
        order by part, time limit ${parts + 1}`.execute(db);
      return found.rows;
    },

    /** The places of the points it was bound to within the span, each from when it was bound there. */
    async listPointPlaces(deviceId: number, span: Between): Promise<Fix[]> {
      const found = await sql<Fix>`
        select floor(extract(epoch from greatest(dp.since, ${span.begin})) * 1000)::float8 as time,
          p.latitude as lat, p.longitude as lon
        from device_point dp join sampling_point p on p.id = dp.point_id
        where dp.device_id = ${deviceId} and dp.since <= ${span.end}
          and (dp.until is null or dp.until >= ${span.begin}) and p.latitude is not null and p.longitude is not null
        order by dp.since limit 200`.execute(db);
      return found.rows;
    },

    /** The latest value of each of these properties that the device had reported by then. */
    async listValuesAt(
      deviceId: number,
      identifiers: readonly string[],
      at: Date,
    ): Promise<{ identifier: string; value: unknown }[]> {
      const found = await sql<{ identifier: string; value: unknown }>`
        select m.identifier, told.value from metric m
        cross join lateral (
          select coalesce(to_jsonb(t.value), t.value_json) as value from telemetry t
          where t.device_id = ${deviceId} and t.metric = m.id and t.ts <= ${at} order by t.ts desc limit 1) told
        where m.identifier = any(${[...identifiers]}::text[]) limit 50`.execute(db);
      return found.rows;
    },

    /** What was ordered of a device in a span. */
    async listCommands(deviceId: number, span: Between): Promise<OrderedCommand[]> {
      return db
        .selectFrom("command")
        .select(["id", "identifier", "state", "code", "message", "reply", "queuedAt"])
        .where("deviceId", "=", deviceId)
        .where("queuedAt", ">=", span.begin)
        .where("queuedAt", "<=", span.end)
        .orderBy("id")
        .limit(2000)
        .execute();
    },

    /** The mean flow, m3/h, of each five minutes in which the sampler measured one. */
    async listFlow(deviceId: number, { begin, end }: Between): Promise<FlowAt[]> {
      const found = await sql<FlowAt>`
        select floor(extract(epoch from ts) / 300) * 300000::float8 as at, avg(value)::float8 as flow from telemetry
        where device_id = ${deviceId} and metric = (select id from metric where identifier = 'flow')
          and ts >= ${begin} and ts < ${end} and value between 0 and ${maxFlow}
        group by 1 order by 1 limit ${maxFlows}`.execute(db);
      return found.rows;
    },

    async findPointAt(deviceId: number, at: Date): Promise<{ name: string; code: string } | undefined> {
      const found = await sql<{ name: string; code: string }>`
        select p.name, p.code from device_point dp join sampling_point p on p.id = dp.point_id
        where dp.device_id = ${deviceId} and dp.since <= ${at} and (dp.until is null or dp.until > ${at})
        order by dp.since desc limit 1`.execute(db);
      return found.rows[0];
    },
  };
}

export type FleetSlotEvent = SlotEvent & { deviceId: number; deviceName: string };
export type PointSpan = {
  deviceId: number;
  since: Date;
  until: Date | null;
  pointId: number;
  code: string;
  name: string;
};

const slotEvent = sql`floor(extract(epoch from e.ts) * 1000)::float8 as at,
  floor(extract(epoch from e.received_at) * 1000)::float8 as received_at, e.identifier,
  (e.params ->> 'index')::int as slot, ${numberIn("volume")} as volume,
  ${numberIn("bottleVolume")} as bottle_volume, ${numberIn("boxTemp")} as box_temp,
  e.params ->> 'reason' as reason, e.params ->> 'trigger' as trigger`;

const ofSlots = (span: Between) => sql`e.ts >= ${span.begin} and e.ts <= ${span.end}
  and e.identifier in ('sampleTaken', 'sampleMissed', 'bottleFull')
  and e.params ->> 'index' ~ '^([1-9]|1[0-9]|2[0-4])$'`;

/** A member of an event as a number; null where it is none, whatever a device made of it. */
function numberIn(member: string) {
  return sql`case when jsonb_typeof(e.params -> ${sql.lit(member)}) = 'number'
    then (e.params ->> ${sql.lit(member)})::float8 end`;
}
