import type { QueryOf } from "@tracewater/contract/call";
import { getDelivery } from "@tracewater/contract/field/sampler-bottles";
import {
  delivery,
  type listSampleDeliveries,
  type SampleDelivery,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { type Insertable, type RawBuilder, sql, type Transaction, type Updateable } from "kysely";
import { z } from "zod";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import { inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import { selectSamplings } from "../samplings/sampling.service.ts";

export type DeliveryQuery = QueryOf<typeof listSampleDeliveries>;
type Trx = Transaction<Tables>;

const maxResults = 5000;
const deliveredAssay = getDelivery.reply.shape.data.unwrap().shape.assays.element;

const found = delivery.extend({
  handedById: z.number().nullable(),
});
export type FoundDelivery = z.infer<typeof found>;

const ms = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Anyone who reaches the unit that sends it or the one that it is sent to. */
function eitherInScope(scope: Scope): RawBuilder<boolean> {
  return inScopeOfAny(scope, "d.unit_id", "d.to_unit_id");
}

export function createSampleDeliveryStore(db: Db) {
  const base = () =>
    db
      .selectFrom("sampleDelivery as d")
      .innerJoin("dept as from", "from.id", "d.unitId")
      .innerJoin("dept as to", "to.id", "d.toUnitId")
      .select([
        ...(["d.id as deliveryId", "d.deliveryNo", "d.state", "d.unitId", "from.name as unitName"] as const),
        ...(["d.toUnitId", "to.name as toUnitName", "d.courier", "d.boxNo", "d.sealNo", "d.note"] as const),
        ...(["d.handedBy", "d.handedById", "d.receivedBy", "d.decision", "d.reason"] as const),
        "d.madeBy as createdBy",
        ms("d.handed_at").as("handedAt"),
        ms("d.received_at").as("receivedAt"),
        ms("d.created_at").as("createdAt"),
        sql<number>`(select count(*)::int from delivery_sample ds where ds.delivery_id = d.id)`.as(
          "sampleCount",
        ),
        sql<number | null>`(select min(celsius) from delivery_temperature t where t.delivery_id = d.id)`.as(
          "tempMin",
        ),
        sql<number | null>`(select max(celsius) from delivery_temperature t where t.delivery_id = d.id)`.as(
          "tempMax",
        ),
      ]);

  function matching(scope: Scope, query: DeliveryQuery): RawBuilder<boolean> {
    const parts = [eitherInScope(scope)];
    if (query.state !== undefined) parts.push(sql<boolean>`d.state = ${query.state}`);
    if (query.decision !== undefined) parts.push(sql<boolean>`d.decision = ${query.decision}`);
    parts.push(...inSpan(sql`d.created_at`, query));
    if (query.keyword !== undefined) {
      const pattern = containing(query.keyword);
      parts.push(
        sql<boolean>`(d.delivery_no ilike ${pattern} or d.courier ilike ${pattern} or d.box_no ilike ${pattern})`,
      );
    }
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  }

  return {
    async list(
      scope: Scope,
      query: DeliveryQuery,
      page: { limit: number; offset: number },
    ): Promise<SampleDelivery[]> {
      const column = sql.ref(`d.${columnOf(query.orderByColumn ?? "createdAt")}`);
      const rows = await base()
        .where(matching(scope, query))
        .orderBy(column, (order) => (query.isAsc === "asc" ? order.asc() : order.desc()).nullsLast())
        .orderBy("d.id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return z.array(delivery).parse(rows);
    },

    /** Those of an export, by falling id. */
    async listBefore(
      scope: Scope,
      query: DeliveryQuery,
      beforeId: number,
      limit: number,
    ): Promise<SampleDelivery[]> {
      const rows = await base()
        .where(matching(scope, query))
        .where("d.id", "<", beforeId)
        .orderBy("d.id", "desc")
        .limit(limit)
        .execute();
      return z.array(delivery).parse(rows);
    },

    async count(scope: Scope, query: DeliveryQuery): Promise<number> {
      const counted = await db
        .selectFrom("sampleDelivery as d")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(matching(scope, query))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async find(scope: Scope, id: number): Promise<FoundDelivery | undefined> {
      const row = await base().where("d.id", "=", id).where(eitherInScope(scope)).executeTakeFirst();
      return row === undefined ? undefined : found.parse(row);
    },

    async listByIds(scope: Scope, ids: readonly number[]): Promise<SampleDelivery[]> {
      const rows = await base()
        .where(sql<boolean>`d.id = any(${[...ids]}::int[])`)
        .where(eitherInScope(scope))
        .orderBy("d.id")
        .limit(1000)
        .execute();
      return z.array(delivery).parse(rows);
    },

    async findByNo(scope: Scope, deliveryNo: string): Promise<FoundDelivery | undefined> {
      const row = await base()
        .where("d.deliveryNo", "=", deliveryNo)
        .where(eitherInScope(scope))
        .executeTakeFirst();
      return row === undefined ? undefined : found.parse(row);
    },

    async add(
      trx: Trx,
      one: Insertable<Tables["sampleDelivery"]>,
    ): Promise<{ id: number; deliveryNo: string } | undefined> {
      return trx
        .insertInto("sampleDelivery")
        .values(one)
        .onConflict((conflict) => conflict.column("deliveryNo").doNothing())
        .returning(["id", "deliveryNo"])
        .executeTakeFirst();
    },

    /** Writes where it is still in this state; false where it is no longer. Its row stays locked. */
    async change(
      trx: Trx,
      id: number,
      from: string,
      values: Updateable<Tables["sampleDelivery"]>,
    ): Promise<boolean> {
      const changed = await trx
        .updateTable("sampleDelivery")
        .set(values)
        .where("id", "=", id)
        .where("state", "=", from)
        .returning("id")
        .execute();
      return changed.length > 0;
    },

    /** What a draft holds: sealed samples that are in no other one. Gives how many of them could be taken. */
    async pack(trx: Trx, id: number, samplingIds: readonly number[]): Promise<number> {
      await sql`update water_sampling set delivery_id = null where delivery_id = ${id}`.execute(trx);
      await trx.deleteFrom("deliverySample").where("deliveryId", "=", id).execute();
      const packed = await sql`
        with taken as (
          update water_sampling set delivery_id = ${id}
          where id = any(${[...samplingIds]}::int[]) and state = 'sealed' and delivery_id is null returning id)
        insert into delivery_sample (delivery_id, sampling_id) select ${id}, id from taken returning sampling_id`.execute(
        trx,
      );
      return packed.rows.length;
    },

    async remove(trx: Trx, id: number): Promise<boolean> {
      await sql`update water_sampling set delivery_id = null where delivery_id = ${id}
        and exists (select from sample_delivery where id = ${id} and state = 'draft')`.execute(trx);
      const gone = await trx
        .deleteFrom("sampleDelivery")
        .where("id", "=", id)
        .where("state", "=", "draft")
        .returning("id")
        .execute();
      return gone.length > 0;
    },

    /** With it its samples are on their way to the other unit's laboratory. */
    async sendSamples(trx: Trx, id: number, labUnitId: number): Promise<void> {
      await sql`
        with sent as (update water_sampling set state = 'inTransit', lab_unit_id = ${labUnitId}
          where delivery_id = ${id} and state = 'sealed' returning bottle_id)
        update bottle set state = 'inTransit' from sent where bottle.id = sent.bottle_id`.execute(trx);
    },

    async receiveSamples(
      trx: Trx,
      id: number,
      checked: readonly {
        samplingId: number;
        condition: string;
        conditionNote: string;
        state: "received" | "rejected";
        reason: string;
      }[],
    ): Promise<void> {
      const rows = JSON.stringify(
        checked.map((one) => ({
          sampling_id: one.samplingId,
          ...{ condition: one.condition, note: one.conditionNote, state: one.state, reason: one.reason },
        })),
      );
      const given = sql`jsonb_to_recordset(${rows}::jsonb)
        as c(sampling_id int, condition text, note text, state text, reason text)`;
      await sql`update delivery_sample ds set condition = c.condition, note = c.note from ${given}
        where ds.delivery_id = ${id} and ds.sampling_id = c.sampling_id`.execute(trx);
      // A bottle that was rejected was received all the same: it is at the laboratory and has to be cleaned.
      await sql`
        with moved as (update water_sampling s set state = c.state, state_reason = c.reason from ${given}
          where s.id = c.sampling_id and s.delivery_id = ${id} returning s.bottle_id)
        update bottle set state = 'received' from moved where bottle.id = moved.bottle_id`.execute(trx);
    },

    async listSamples(id: number) {
      return selectSamplings(db)
        .innerJoin("deliverySample as packed", "packed.samplingId", "s.id")
        .select(["packed.condition", "packed.note as conditionNote"])
        .where("packed.deliveryId", "=", id)
        .orderBy("s.sampleNo")
        .limit(1000)
        .execute();
    },

    /** What was found in the samples of a delivery, of the days on which they were taken. */
    async listAssays(scope: Scope, deliveryNo: string, zone: string) {
      const { rows } = await sql`
        select a.id as assay_id, s.sample_no, b.body_code, to_char(a.sampled_on, 'YYYY-MM-DD') as sampled_on, a.analyte,
          a.value, a.flag, a.lod, a.loq, a.uncertainty, a.phase, a.source, a.state, a.analyst, a.reviewer
        from sample_delivery d join delivery_sample packed on packed.delivery_id = d.id
          join water_sampling s on s.id = packed.sampling_id join bottle b on b.id = s.bottle_id
          join assay a on a.bottle_id = s.bottle_id and a.sampled_on
            between (s.began at time zone ${zone})::date and (s.ended at time zone ${zone})::date
        where d.delivery_no = ${deliveryNo} and ${eitherInScope(scope)} and ${inScopeOfAny(scope, "a.unit_id", "a.lab_unit_id")}
        order by s.sample_no, a.analyte, a.id limit ${maxResults}`.execute(db);
      return z.array(deliveredAssay).parse(rows);
    },

    async listTemperatures(id: number): Promise<{ at: number; celsius: number; by: string }[]> {
      const rows = await db
        .selectFrom("deliveryTemperature")
        .select(["at", "celsius", "loggedBy"])
        .where("deliveryId", "=", id)
        .orderBy("at")
        .limit(5000)
        .execute();
      return rows.map(({ at, celsius, loggedBy }) => ({ at: at.getTime(), celsius, by: loggedBy }));
    },

    async addTemperatures(
      trx: Trx,
      id: number,
      readings: readonly { at: number; celsius: number }[],
      by: string,
    ): Promise<number> {
      const added = await sql`
        insert into delivery_temperature (delivery_id, at, celsius, logged_by)
        select ${id}::int, to_timestamp(at / 1000), celsius, ${by}::text
        from unnest(${readings.map((one) => one.at)}::float8[], ${readings.map((one) => one.celsius)}::float8[])
          as r(at, celsius)
        on conflict do nothing returning 1`.execute(trx);
      return added.rows.length;
    },
  };
}
