import type { QueryOf } from "@tracewater/contract/call";
import { type listSamplings, type Sampling, sampling } from "@tracewater/contract/laboratory/samplings";
import { type Insertable, type RawBuilder, sql, type Transaction, type Updateable } from "kysely";
import { z } from "zod";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import type { PlanOfSample } from "./sampling-refusals.ts";

export type SamplingQuery = QueryOf<typeof listSamplings>;
export type NewSampling = Insertable<Tables["waterSampling"]>;

const rows = z.array(sampling);
export const ms = (column: string) =>
  sql<number>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Anyone who reaches the unit that took a sample, or the one whose laboratory it was sent to. */
function samplingInScope(scope: Scope): RawBuilder<boolean> {
  return inScopeOfAny(scope, "s.unit_id", "s.lab_unit_id");
}

/** Samples with what they refer to: the point, the plan, the sampler, the bottle, the delivery. */
export function selectSamplings(db: Db) {
  return db
    .selectFrom("waterSampling as s")
    .innerJoin("dept", "dept.id", "s.unitId")
    .leftJoin("samplingPoint as point", "point.id", "s.pointId")
    .leftJoin("samplingPlan as plan", "plan.id", "s.planId")
    .leftJoin("device", "device.id", "s.deviceId")
    .leftJoin("bottle", "bottle.id", "s.bottleId")
    .leftJoin("sampleDelivery as delivery", "delivery.id", "s.deliveryId")
    .select([
      ...(["s.id as samplingId", "s.sampleNo", "s.origin", "s.kind", "s.state", "s.stateReason"] as const),
      ...(["s.unitId", "dept.name as unitName", "s.pointId", "point.code as pointCode"] as const),
      ...(["point.name as pointName", "s.planId", "plan.planNo", "s.deviceId", "device.deviceName"] as const),
      ...(["s.slot", "s.bottleId", "bottle.bodyCode", "s.capCode", "s.volume", "s.ph"] as const),
      ...(["s.conductivity", "s.waterTemp", "s.flow", "s.flowSource", "s.latitude", "s.longitude"] as const),
      ...(["s.samplerPerson", "s.note", "s.aliquotsTaken", "s.aliquotsMissed", "s.boxTempMean"] as const),
      ...(["s.boxTempMax", "s.sealNo", "s.sealedBy", "s.deliveryId", "delivery.deliveryNo"] as const),
      ...(["s.maxGap", "s.flowSampled", "s.destroyAskedBy", "s.madeBy as createdBy"] as const),
      ms("s.began").as("began"),
      ms("s.ended").as("ended"),
      ms("s.sealed_at").as("sealedAt"),
      ms("s.created_at").as("createdAt"),
    ]);
}

/** Samples in lists, one by one, and through their steps. */
export function createSamplingStore(db: Db) {
  function matching(scope: Scope, query: SamplingQuery): RawBuilder<boolean> {
    const parts = [samplingInScope(scope)];
    const same: [string, unknown][] = [
      ["s.point_id", query.pointId],
      ["s.plan_id", query.planId],
      ["s.delivery_id", query.deliveryId],
      ["s.state", query.state],
      ["s.kind", query.kind],
      ["s.origin", query.origin],
    ];
    for (const [column, value] of same) {
      if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`);
    }
    if (query.deviceName !== undefined) {
      parts.push(sql<boolean>`s.device_id = (select id from device where device_name = ${query.deviceName})`);
    }
    if (query.only === "deliverable") parts.push(sql<boolean>`s.state = 'sealed' and s.delivery_id is null`);
    parts.push(...inSpan(sql`s.began`, query));
    if (query.keyword !== undefined) parts.push(holding(query.keyword));
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  }

  return {
    async list(
      scope: Scope,
      query: SamplingQuery,
      page: { limit: number; offset: number },
    ): Promise<Sampling[]> {
      const column = sql.ref(`s.${columnOf(query.orderByColumn ?? "began")}`);
      const found = await selectSamplings(db)
        .where(matching(scope, query))
        .orderBy(column, query.isAsc ?? "desc")
        .orderBy("s.id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return rows.parse(found);
    },

    /** Those of an export, by falling id. */
    async listBefore(
      scope: Scope,
      query: SamplingQuery,
      beforeId: number,
      limit: number,
    ): Promise<Sampling[]> {
      const found = await selectSamplings(db)
        .where(matching(scope, query))
        .where("s.id", "<", beforeId)
        .orderBy("s.id", "desc")
        .limit(limit)
        .execute();
      return rows.parse(found);
    },

    async count(scope: Scope, query: SamplingQuery): Promise<number> {
      const counted = await db
        .selectFrom("waterSampling as s")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(matching(scope, query))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async find(scope: Scope, id: number): Promise<Sampling | undefined> {
      const found = await selectSamplings(db)
        .where("s.id", "=", id)
        .where(samplingInScope(scope))
        .executeTakeFirst();
      return found === undefined ? undefined : sampling.parse(found);
    },

    /** One as it is within a transaction; the row is locked until that ends. */
    async lock(trx: Transaction<Tables>, id: number): Promise<Sampling> {
      await trx.selectFrom("waterSampling").select("id").where("id", "=", id).forUpdate().execute();
      return sampling.parse(await selectSamplings(trx).where("s.id", "=", id).executeTakeFirstOrThrow());
    },

    async listByIds(scope: Scope, ids: readonly number[]): Promise<Sampling[]> {
      const found = await selectSamplings(db)
        .where(sql<boolean>`s.id = any(${[...ids]}::int[])`)
        .where(samplingInScope(scope))
        .limit(1000)
        .execute();
      return rows.parse(found);
    },

    /** Undefined where the bottle holds a sample, or the filling is one, already. */
    async add(trx: Transaction<Tables>, one: NewSampling): Promise<number | undefined> {
      const added = await trx
        .insertInto("waterSampling")
        .values(one)
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    /** Writes where the sample is still in one of these states; false where it is no longer. */
    async change(
      trx: Transaction<Tables>,
      id: number,
      from: readonly string[],
      values: Updateable<Tables["waterSampling"]>,
    ): Promise<boolean> {
      const changed = await trx
        .updateTable("waterSampling")
        .set(values)
        .where("id", "=", id)
        .where("state", "in", [...from])
        .returning("id")
        .execute();
      return changed.length > 0;
    },

    /** Who asked for a destruction; the row is locked until the transaction ends. */
    async lockAsker(trx: Transaction<Tables>, id: number): Promise<number | null> {
      const found = await trx
        .selectFrom("waterSampling")
        .select("destroyAskedById")
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      return found?.destroyAskedById ?? null;
    },

    async findPlan(scope: Scope, planId: number): Promise<PlanOfSample | undefined> {
      return db
        .selectFrom("samplingPlan")
        .select(["pointId", "approvedAt", "startsAt", "endsAt", "endedAt"])
        .where("id", "=", planId)
        .where(inScope(scope, "sampling_plan.unit_id"))
        .executeTakeFirst();
    },
  };
}

/** Among the codes first, each by its own index or a short table, so that no row is joined in vain. */
function holding(keyword: string): RawBuilder<boolean> {
  const pattern = containing(keyword);
  return sql<boolean>`(s.sample_no ilike ${pattern}
    or s.bottle_id in (select id from bottle where body_code ilike ${pattern})
    or s.point_id in (select id from sampling_point where code ilike ${pattern} or name ilike ${pattern}))`;
}
