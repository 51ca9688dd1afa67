import { type BoxUse, type BoxUseKind, boxUse, boxWeightNoise } from "@tracewater/contract/evidence/box-uses";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";
import type { Span } from "../../fleet/devices/device-reach.service.ts";
import { withinSpans } from "../../fleet/telemetry/telemetry.service.ts";

export type BoxUseFilter = {
  deviceId: number;
  kind?: BoxUseKind | undefined;
  keyword?: string | undefined;
  /** The period within what the caller may read; and all that they may read. */
  spans: readonly Span[];
  reach: readonly Span[];
};

/** A member of an event as a number or a text; null where it is none, whatever a device made of it. */
const number = (from: string, member: string) =>
  sql`case when jsonb_typeof(${sql.ref(from)} -> ${sql.lit(member)}) = 'number'
    then (${sql.ref(from)} ->> ${sql.lit(member)})::float8 end`;
const text = (from: string, member: string) =>
  sql`case when jsonb_typeof(${sql.ref(from)} -> ${sql.lit(member)}) = 'string'
    then ${sql.ref(from)} ->> ${sql.lit(member)} end`;

/** Literals in place of parameters: the planner knows then that the index over these events holds all of them. */
const isUse = sql`e.identifier in ('opened', 'forced', 'leftOpen', 'wrongItem', 'weightChange')
  and e.identifier in ('opened', 'closed', 'forced', 'leftOpen', 'wrongItem', 'weightChange')`;

/** Reads the use of a box from its stored events; callers have checked the device. */
export function createBoxUseStore(db: Db) {
  function matching({ deviceId, kind, keyword, spans }: BoxUseFilter): RawBuilder<boolean> {
    const parts: RawBuilder<unknown>[] = [sql`e.device_id = ${deviceId}`, isUse, withinSpans("e.ts", spans)];
    if (kind !== undefined) parts.push(sql`e.identifier = ${kind}`);
    if (keyword !== undefined) {
      const like = containing(keyword);
      const members = ["authority", "personA", "personB"].map(
        (one) => sql`${text("e.params", one)} ilike ${like}`,
      );
      parts.push(sql`(${sql.join(members, sql` or `)})`);
    }
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  }

  async function read(filter: BoxUseFilter, rest: RawBuilder<unknown>): Promise<BoxUse[]> {
    const { deviceId, reach } = filter;
    const { rows } = await sql`
      with shown as (select e.id, e.identifier, e.ts, e.params from device_event e
        where ${matching(filter)} ${rest}),
      weighed as (
        select s.*, closing.ts as closed_at, closing.params as closing,
          case s.identifier when 'opened' then coalesce(reported.value, former.weight)
            when 'weightChange' then ${number("s.params", "before")} end as weight_before,
          case s.identifier when 'opened' then ${number("closing.params", "weight")}
            when 'weightChange' then ${number("s.params", "after")} end as weight_after
        from shown s
        left join lateral (select next.ts, next.params from (
            select n.identifier, n.ts, n.params from device_event n
            where n.device_id = ${deviceId} and n.identifier in ('opened', 'closed')
              and n.identifier in ('opened', 'closed', 'forced', 'leftOpen', 'wrongItem', 'weightChange')
              and n.ts >= s.ts and n.id <> s.id and ${withinSpans("n.ts", reach)}
            order by n.ts, n.id limit 1) next
          where next.identifier = 'closed') closing on s.identifier = 'opened'
        left join lateral (select t.value from telemetry t
          where t.device_id = ${deviceId} and t.metric = (select id from metric where identifier = 'weight')
            and t.ts <= s.ts and ${withinSpans("t.ts", reach)} order by t.ts desc limit 1) reported on s.identifier = 'opened'
        left join lateral (select ${number("c.params", "weight")} as weight from device_event c
          where c.device_id = ${deviceId} and c.identifier = 'closed'
            and c.identifier in ('opened', 'closed', 'forced', 'leftOpen', 'wrongItem', 'weightChange')
            and c.ts <= s.ts and ${withinSpans("c.ts", reach)} order by c.ts desc, c.id desc limit 1) former
          on s.identifier = 'opened')
      select w.id::float8 as event_id, w.identifier as kind, ${epochMs("w.ts")} as at,
        trunc(${number("w.params", "slot")})::int as slot, ${text("w.params", "authority")} as authority,
        ${text("w.params", "personA")} as person_a, ${text("w.params", "personB")} as person_b,
        ${epochMs("w.closed_at")} as closed_at,
        coalesce(${number("w.closing", "seconds")}, ${number("w.params", "seconds")},
          extract(epoch from w.closed_at - w.ts)::float8) as seconds,
        w.weight_before, w.weight_after, w.weight_after - w.weight_before as change,
        case when w.weight_after - w.weight_before > ${boxWeightNoise}::float8 then 'in'
          when w.weight_after - w.weight_before < -${boxWeightNoise}::float8 then 'out'
          when w.weight_after is not null and w.weight_before is not null then 'none' end as movement,
        ${text("w.params", "expected")} as expected, ${text("w.params", "found")} as found
      from weighed w order by w.ts desc, w.id desc`.execute(db);
    return z.array(boxUse).parse(rows);
  }

  return {
    list: (filter: BoxUseFilter, { limit, offset }: { limit: number; offset: number }) =>
      read(filter, sql`order by e.ts desc, e.id desc limit ${limit} offset ${offset}`),

    /** Those of an export: the next ones older than the last that was read. */
    listBefore: (filter: BoxUseFilter, before: BoxUse | undefined, limit: number) =>
      read(
        filter,
        sql`and ${
          before === undefined
            ? sql`true`
            : sql`(e.ts, e.id) < ((select ts from device_event where id = ${before.eventId}::bigint), ${before.eventId}::bigint)`
        } order by e.ts desc, e.id desc limit ${limit}`,
      ),

    async count(filter: BoxUseFilter): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from device_event e where ${matching(filter)}`.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
}
