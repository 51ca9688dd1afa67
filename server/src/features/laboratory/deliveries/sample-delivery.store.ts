/** Deliveries of samples as they are searched, looked up and written. */
import type { QueryOf } from "@tracewater/contract/call";
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

export type DeliveryQuery = QueryOf<typeof listSampleDeliveries>;
type Trx = Transaction<Tables>;

const found = delivery.extend({
  handedById: z.number().nullable(),
});
export type FoundDelivery = z.infer<typeof found>;

const ms = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Anyone who reaches the unit that sends it or the one that it is sent to. */
export function eitherInScope(scope: Scope): RawBuilder<boolean> {
  return inScopeOfAny(scope, "d.unit_id", "d.to_unit_id");
}

function selectDeliveries(db: Db) {
  return db
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
}

export function createSampleDeliveryStore(db: Db) {
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
      const rows = await selectDeliveries(db)
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
      const rows = await selectDeliveries(db)
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
      const row = await selectDeliveries(db)
        .where("d.id", "=", id)
        .where(eitherInScope(scope))
        .executeTakeFirst();
      return row === undefined ? undefined : found.parse(row);
    },

    async listByIds(scope: Scope, ids: readonly number[]): Promise<SampleDelivery[]> {
      const rows = await selectDeliveries(db)
        .where(sql<boolean>`d.id = any(${[...ids]}::int[])`)
        .where(eitherInScope(scope))
        .orderBy("d.id")
        .limit(1000)
        .execute();
      return z.array(delivery).parse(rows);
    },

    async findByNo(scope: Scope, deliveryNo: string): Promise<FoundDelivery | undefined> {
      const row = await selectDeliveries(db)
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
  };
}
