/* What the wall of the evidence brand reads: seals, boxes, handovers, the newest custody events. */
import { custodyKind } from "@tracewater/contract/laboratory/custody";
import type {
  BoxPlace,
  BoxWorkState,
  OverdueReturn,
  WaitingHandover,
} from "@tracewater/contract/operations/situation-custody";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { createLastCheckStore } from "../../../platform/custody/last-check.store.ts";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

/** So many events of the chain are looked through for those in scope. */
const maxLookedThrough = 2000;

const inCustody = sql`i.state not in ('returned', 'destroyed', 'lost')`;

const streamed = z.object({
  seq: z.coerce.number(),
  hash: z.string(),
  subject: z.string(),
  record: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(
      z.object({
        kind: custodyKind,
        time: z.number(),
        actor: z.object({ name: z.string() }),
        from: z.string().nullable().default(null),
        to: z.string().nullable().default(null),
        place: z.string().nullable().default(null),
        sealNo: z.string().nullable().default(null),
        evidence: z
          .object({
            sealMatches: z.boolean().nullable(),
            sealAfter: z.string().nullable(),
            after: z.object({ sealNo: z.string() }).nullable(),
          })
          .nullable()
          .default(null),
      }),
    ),
});
export type StreamedEvent = z.infer<typeof streamed>;

export function createCustodySituationStore(db: Db, zone: string) {
  return {
    /** Items in custody, those without a seal, and those whose last reading of it did not match. */
    async countSeals(scope: Scope) {
      const { rows } = await sql<{ items: number; none: number; mismatch: number; broken: number }>`
        with read as (
          select distinct on (e.item) e.item, e.seal
          from (select seq, substring(about ->> 0 from 6)::int as item, record::jsonb #>> '{evidence,sealAfter}' as seal
            from custody_event
            where (record::jsonb #>> '{evidence,sealMatches}') = 'false' and about ->> 0 like 'item:%') e
          where not exists (select from custody_event later
            where later.about @> jsonb_build_array('item:' || e.item) and later.seq > e.seq
              and (later.record::jsonb ->> 'kind' = 'seal' or (later.record::jsonb #>> '{evidence,sealMatches}') = 'true'))
          order by e.item, e.seq desc)
        select count(*)::int as items,
          count(*) filter (where read.item is null and i.seal_no = '')::int as none,
          count(*) filter (where read.item is not null and coalesce(read.seal, '') <> '')::int as mismatch,
          count(*) filter (where read.item is not null and coalesce(read.seal, '') = '')::int as broken
        from evidence_item i left join read on read.item = i.id
        where ${inCustody} and ${inScope(scope, "i.unit_id")}`.execute(db);
      return rows[0] ?? { items: 0, none: 0, mismatch: 0, broken: 0 };
    },

    async countBoxes(scope: Scope): Promise<{ state: BoxWorkState; count: number }[]> {
      const { rows } = await sql<{ state: BoxWorkState; count: number }>`
        select ${stateOfBox} as state, count(*)::int as count ${boxes(scope)} group by 1`.execute(db);
      return rows;
    },

    /** Where a person put it, else where it says that it is, else its point; about a kilometre apart is one place. */
    async listPlaces(scope: Scope, limit: number): Promise<BoxPlace[]> {
      const { rows } = await sql<BoxPlace>`
        select min(coalesce(p.name, nullif(d.nickname, ''), d.device_name)) as name, avg(place.longitude) as longitude,
          avg(place.latitude) as latitude, count(*)::int as boxes, coalesce(sum(held.items), 0)::int as items,
          count(*) filter (where ${stateOfBox} = 'opened')::int as opened,
          count(*) filter (where ${stateOfBox} = 'alarm')::int as alarmed
        ${boxes(scope)}
          cross join lateral (select
            coalesce(d.longitude, (gps.value_json ->> 'longitude')::float8, p.longitude) as longitude,
            coalesce(d.latitude, (gps.value_json ->> 'latitude')::float8, p.latitude) as latitude) place
          left join lateral (select count(*) as items from evidence_item i
            where i.device_id = d.id and ${inCustody}) held on true
        where place.longitude is not null and place.latitude is not null
        group by round(place.longitude::numeric, 2), round(place.latitude::numeric, 2)
        order by 4 desc, 1 limit ${limit}`.execute(db);
      return rows;
    },

    async listOverdue(scope: Scope, limit: number): Promise<{ rows: OverdueReturn[]; count: number }> {
      const { rows } = await sql<OverdueReturn & { count: number }>`
        select u.undertaking_no, u.device_name, u.undertaker, u.due_on::text as due_on, count(*) over ()::int as count
        from box_undertaking u
        where u.returned_on is null and u.due_on < (now() at time zone ${zone})::date
          and ${inScope(scope, "u.unit_id")}
        order by u.due_on, u.id limit ${limit}`.execute(db);
      return { rows: rows.map(({ count: _count, ...one }) => one), count: rows[0]?.count ?? 0 };
    },

    async countHandovers(scope: Scope, now: Date): Promise<{ underWay: number; expired: number }> {
      const { rows } = await sql<{ underWay: number; expired: number }>`
        select count(*) filter (where i.offer_expires_at > ${now})::int as under_way,
          count(*) filter (where i.offer_expires_at <= ${now})::int as expired
        from evidence_item i
        where i.offer_to_id is not null and ${inCustody} and ${inScope(scope, "i.unit_id")}`.execute(db);
      return rows[0] ?? { underWay: 0, expired: 0 };
    },

    async listHandovers(scope: Scope, now: Date, limit: number): Promise<WaitingHandover[]> {
      const { rows } = await sql<WaitingHandover>`
        select i.id as item_id, i.item_no, i.holder as "from", i.offer_to as "to", i.place,
          ${epochMs("i.offer_expires_at")} as expires_at, i.offer_expires_at <= ${now} as is_expired
        from evidence_item i
        where i.offer_to_id is not null and ${inCustody} and ${inScope(scope, "i.unit_id")}
        order by i.offer_expires_at <= ${now}, i.offer_expires_at desc, i.id desc limit ${limit}`.execute(db);
      return rows;
    },

    /** Of items, samples and entrustments in scope, the newest first; and how many came since the start of a day. */
    async listEvents(scope: Scope, day: string, limit: number) {
      const { rows } = await sql<{ since: number }>`
        select e.seq, e.hash, e.record, coalesce(i.item_no, t.entrustment_no, s.sample_no) as subject,
          count(*) filter (where e.at >= ${day}::text) over ()::int as since
        from (select seq, at, hash, record, split_part(about ->> 0, ':', 1) as kind,
            split_part(about ->> 0, ':', 2) as number
          from custody_event order by custody_event.seq desc limit ${maxLookedThrough}::int) e
          left join evidence_item i on i.id = ${numberOf("item")} and ${inScope(scope, "i.unit_id")}
          left join entrustment t on t.id = ${numberOf("entrustment")} and ${inScope(scope, "t.unit_id")}
          left join water_sampling s on s.id = ${numberOf("sampling")}
            and ${inScopeOfAny(scope, "s.unit_id", "s.lab_unit_id")}
        where coalesce(i.id, t.id, s.id) is not null order by e.seq desc limit ${limit}::int`.execute(db);
      return { events: z.array(streamed).parse(rows), since: rows[0]?.since ?? 0 };
    },

    findCheck: createLastCheckStore(db, "custody.check").findCheck,
  };
}

/** Only what names this kind of thing is read as its number. */
const numberOf = (kind: string) => sql`(case when e.kind = ${kind}::text then e.number end)::int`;

/** The order of the thing model's enumeration. */
const stateOfBox = sql`case when open.device_id is not null then 'alarm' else coalesce(
  (array['standby', 'inTransit', 'deposited', 'opened', 'alarm', 'maintenance'])[state.value::int + 1], 'unknown') end`;

function boxes(scope: Scope): RawBuilder<unknown> {
  return sql`from (select d.* from device d
        where d.type_key = 'evidenceBox' and d.retired_at is null and ${inScope(scope, "d.unit_id")}) d
      left join sampling_point p on p.id = d.point_id and ${inScope(scope, "p.unit_id")}
      left join telemetry_latest state on state.device_id = d.id
        and state.metric = (select id from metric where identifier = 'workState')
      left join telemetry_latest gps on gps.device_id = d.id
        and gps.metric = (select id from metric where identifier = 'gps')
      left join (select distinct a.device_id from alarm a
        where a.cleared_at is null and a.shelved_until is null) open on open.device_id = d.id`;
}
