import { originOf } from "@tracewater/contract/fleet/alarm-sources";
import { type AssayExceedance, assayExceedance } from "@tracewater/contract/laboratory/limits";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

/** A result that was approved a moment ago and is over the limit that counts for its unit. */
export type Exceedance = {
  assayId: number;
  /** The first result of those that supersede each other and are over: what followed from it goes on. */
  rootId: number;
  unitId: number;
  pointId: number;
  bottleId: number;
  bodyCode: string;
  analyte: string;
  value: string;
  limitId: number;
  limitValue: string;
  /** The sampler that the sample is from, else the one that was at the point that day. */
  deviceId: number | null;
  /** The sample in the bottle; null where it is gone, or nobody registered it. */
  samplingId: number | null;
  /** The sampler in which the bottle does not move, with the water of that day in it. */
  inDeviceId: number | null;
  /** What is kept by the result that this one supersedes; null where none was over. */
  before: { orderId: number | null; bottleId: number | null; commandId: string | null } | null;
};

export type NewExceedance = Pick<
  Exceedance,
  "assayId" | "rootId" | "unitId" | "limitId" | "limitValue" | "deviceId"
> & {
  bottleId: number | null;
  orderId: number | null;
  commandId: string | null;
  at: Date;
};

export const originOfRoot = (rootId: number) => originOf("assayLimit", rootId);
const origin = sql`${originOf("assayLimit", "")}::text || e.root_id`;
const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
const maxShown = 1000;

/** What follows from a result over its limit; all of it within the transaction that approves the result. */
export function createExceedanceWriter(trx: Db, zone: string) {
  const isOfDay = sql`a.sampled_on between (s.began at time zone ${zone})::date and (s.ended at time zone ${zone})::date`;
  const dayEnd = sql`((a.sampled_on + 1)::timestamp at time zone ${zone})`;
  const dayBegin = sql`(a.sampled_on::timestamp at time zone ${zone})`;
  return {
    /** Those of the results that are over: a number, compared digit by digit. */
    async listExceeded(assayIds: readonly number[]): Promise<Exceedance[]> {
      const found = await sql<Exceedance>`
        select a.id as assay_id, coalesce(e.root_id, a.id) as root_id, a.unit_id, a.point_id, a.bottle_id, b.body_code,
          a.analyte, a.value, l.id as limit_id, l.value as limit_value,
          coalesce(a.device_id, (select dp.device_id from device_point dp join device d on d.id = dp.device_id
            where dp.point_id = a.point_id and d.type_key = 'waterSample' and dp.since < ${dayEnd}
              and (dp.until is null or dp.until >= ${dayBegin})
            order by dp.since desc limit 1)) as device_id,
          (select s.id from water_sampling s where s.bottle_id = a.bottle_id and ${isOfDay}
            and s.state not in ('void', 'destroyed') order by s.id desc limit 1) as sampling_id,
          (select place.device_id from bottle_place place where place.bottle_id = a.bottle_id
            and place.until is null and place.since < ${dayEnd} limit 1) as in_device_id,
          case when e.id is not null then jsonb_build_object('orderId', e.order_id, 'bottleId', e.bottle_id,
            'commandId', e.command_id::text) end as before
        from assay a join bottle b on b.id = a.bottle_id
          join lateral (select id, value from analyte_limit l where l.analyte = a.analyte and l.phase = a.phase
            and (l.unit_id is null or l.unit_id = a.unit_id)
            order by l.unit_id is null, l.version desc limit 1) l on true
          left join assay_excess e on e.assay_id = a.supersedes and e.closed_at is null
        where a.id = any(${[...assayIds]}::int[]) and a.flag in ('quantified', 'aboveRange') and a.value > l.value
        order by a.id limit ${assayIds.length}`.execute(trx);
      return found.rows;
    },

    /** Closes what followed from results that these supersede; gives the roots of those that are over no more. */
    async closeSuperseded(
      assayIds: readonly number[],
      exceeded: readonly number[],
      at: Date,
    ): Promise<number[]> {
      const closed = await sql<{ rootId: number; by: number }>`
        update assay_excess e set closed_at = ${at}, closed_by = a.id from assay a
        where a.id = any(${[...assayIds]}::int[]) and e.assay_id = a.supersedes and e.closed_at is null
        returning e.root_id, a.id as by`.execute(trx);
      return closed.rows.filter((one) => !exceeded.includes(one.by)).map((one) => one.rootId);
    },

    /** False where it is known already: nothing follows twice. */
    async add(exceedance: NewExceedance): Promise<boolean> {
      const added = await trx
        .insertInto("assayExcess")
        .values(exceedance)
        .onConflict((conflict) => conflict.column("assayId").doNothing())
        .returning("id")
        .execute();
      return added.length > 0;
    },
  };
}

export function createExceedanceStore(db: Db) {
  async function read(rest: RawBuilder<unknown>): Promise<AssayExceedance[]> {
    const { rows } = await sql`
      select e.id as excess_id, e.assay_id, a.analyte, a.value, e.limit_value as limit, ${ms("e.at")} as at,
        ${ms("e.closed_at")} as closed_at,
        case when h.id is not null then json_build_object('bottleId', h.bottle_id, 'bodyCode', b.body_code,
          'since', ${ms("h.since")}, 'releasedAt', ${ms("h.released_at")}, 'releasedBy', h.released_by,
          'reason', h.release_reason) end as hold,
        case when m.id is not null then json_build_object('alarmId', m.id, 'state', m.state,
          'deviceName', d.device_name) end as alarm,
        case when e.command_id is not null then json_build_object('commandId', e.command_id::text,
          'deviceName', cd.device_name, 'state', c.state) end as command,
        case when o.id is not null then json_build_object('orderId', o.id, 'orderNo', o.order_no,
          'state', o.state) end as order
      from assay_excess e join assay a on a.id = e.assay_id
        left join lateral (select * from bottle_hold h where h.bottle_id = e.bottle_id and h.origin = ${origin}
          order by h.id desc limit 1) h on true
        left join bottle b on b.id = h.bottle_id
        left join lateral (select m.id, m.state from alarm m where m.device_id = e.device_id and m.origin = ${origin}
          order by m.id desc limit 1) m on true
        left join device d on d.id = e.device_id
        left join command c on c.id = e.command_id left join device cd on cd.id = c.device_id
        left join work_order o on o.id = e.order_id
      where ${rest} order by e.id desc limit ${maxShown}`.execute(db);
    return z.array(assayExceedance).parse(rows);
  }

  return {
    /** Of all results of the sample that an assay belongs to. */
    ofSample: (scope: Scope, assayId: number) =>
      read(sql`${inScopeOfAny(scope, "e.unit_id", "a.lab_unit_id")} and e.assay_id in (
        select other.id from assay asked join assay other
          on other.bottle_id = asked.bottle_id and other.sampled_on = asked.sampled_on
        where asked.id = ${assayId})`),

    ofAssays: (scope: Scope, assayIds: readonly number[]) =>
      read(
        sql`${inScopeOfAny(scope, "e.unit_id", "a.lab_unit_id")} and e.assay_id = any(${[...assayIds]}::int[])`,
      ),

    async find(
      scope: Scope,
      excessId: number,
    ): Promise<{ exceedance: AssayExceedance; rootId: number; unitId: number } | undefined> {
      const [exceedance] = await read(sql`e.id = ${excessId} and ${inScope(scope, "e.unit_id")}`);
      if (exceedance === undefined) return undefined;
      const found = await db
        .selectFrom("assayExcess")
        .select(["rootId", "unitId"])
        .where("id", "=", excessId)
        .executeTakeFirstOrThrow();
      return { exceedance, ...found };
    },
  };
}
