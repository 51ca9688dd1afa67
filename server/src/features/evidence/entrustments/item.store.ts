/** The statements on items of evidence and on the boxes that they lay in. */
import type { QueryOf } from "@tracewater/contract/call";
import { type EvidenceItem, evidenceItem, type listEvidenceItems } from "@tracewater/contract/evidence/items";
import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import { z } from "zod";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { Tables } from "../../../platform/store/tables.ts";

export type ItemQuery = QueryOf<typeof listEvidenceItems>;

/** With what only the rules need. */
const found = evidenceItem.omit({ offer: true }).extend({
  offerToId: z.number().nullable(),
  offerTo: z.string(),
  offerBy: z.string(),
  offerExpiresAt: z.number().nullable(),
  deviceId: z.number().nullable(),
  events: z.number(),
});
export type FoundItem = EvidenceItem & { deviceId: number | null; events: number };

/** Of one entrustment. */
export const maxItems = 500;
const number = (column: string) => sql<number>`${sql.ref(column)}::float8`;
const ms = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

export function createItemStore(db: Db, now: () => number) {
  return {
    async list(
      scope: Scope,
      query: ItemQuery,
      readerId: number,
      page: { limit: number; offset: number },
    ): Promise<FoundItem[]> {
      const column = sql.ref(`i.${columnOf(query.orderByColumn ?? "createdAt")}`);
      const rows = await selectItems(db)
        .where(matching(scope, query, readerId, now()))
        .orderBy(column, (order) => (query.isAsc === "asc" ? order.asc() : order.desc()))
        .orderBy("i.id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return presentItems(rows, now());
    },

    /** Those of an export, by falling id. */
    async listBefore(
      scope: Scope,
      query: ItemQuery,
      readerId: number,
      page: { beforeId: number; limit: number },
    ): Promise<FoundItem[]> {
      const rows = await selectItems(db)
        .where(matching(scope, query, readerId, now()))
        .where("i.id", "<", page.beforeId)
        .orderBy("i.id", "desc")
        .limit(page.limit)
        .execute();
      return presentItems(rows, now());
    },

    async count(scope: Scope, query: ItemQuery, readerId: number): Promise<number> {
      const counted = await db
        .selectFrom("evidenceItem as i")
        .innerJoin("entrustment as e", "e.id", "i.entrustmentId")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(matching(scope, query, readerId, now()))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async find(scope: Scope, id: number, from: Db | Trx = db): Promise<FoundItem | undefined> {
      const rows = await selectItems(from)
        .where("i.id", "=", id)
        .where(inScope(scope, "i.unit_id"))
        .execute();
      return presentItems(rows, now())[0];
    },

    /** The items of an entrustment, those that were split off with them. */
    async listOf(entrustmentId: number, from: Db | Trx = db): Promise<FoundItem[]> {
      const rows = await selectItems(from)
        .where("i.entrustmentId", "=", entrustmentId)
        .orderBy("i.id")
        .limit(maxItems)
        .execute();
      return presentItems(rows, now());
    },

    async listChildren(itemId: number): Promise<FoundItem[]> {
      const rows = await selectItems(db)
        .where("i.parentId", "=", itemId)
        .orderBy("i.id")
        .limit(maxItems)
        .execute();
      return presentItems(rows, now());
    },

    async add(trx: Trx, rows: readonly Insertable<Tables["evidenceItem"]>[]): Promise<number[]> {
      const added = await trx
        .insertInto("evidenceItem")
        .values([...rows])
        .returning("id")
        .execute();
      return added.map((row) => row.id);
    },

    async change(trx: Trx, id: number, values: Updateable<Tables["evidenceItem"]>): Promise<void> {
      await trx.updateTable("evidenceItem").set(values).where("id", "=", id).execute();
    },

    async enterBox(trx: Trx, stay: Insertable<Tables["evidenceStay"]>): Promise<void> {
      await trx.insertInto("evidenceStay").values(stay).execute();
    },

    /** Since when the present custodian answers for an item in its box. */
    async findLegStart(trx: Trx, itemId: number): Promise<{ since: Date; deviceName: string } | undefined> {
      return trx
        .selectFrom("evidenceStay as s")
        .innerJoin("device as d", "d.id", "s.deviceId")
        .select([sql<Date>`coalesce(s.leg_since, s.since)`.as("since"), "d.deviceName"])
        .where("s.itemId", "=", itemId)
        .where("s.until", "is", null)
        .executeTakeFirst();
    },

    async beginLeg(trx: Trx, itemId: number, since: Date): Promise<void> {
      await trx
        .updateTable("evidenceStay")
        .set({ legSince: since })
        .where("itemId", "=", itemId)
        .where("until", "is", null)
        .execute();
    },

    async leaveBox(trx: Trx, itemId: number, by: string): Promise<void> {
      await trx
        .updateTable("evidenceStay")
        .set({ until: new Date(now()), takenBy: by })
        .where("itemId", "=", itemId)
        .where("until", "is", null)
        .execute();
    },
  };
}

function matching(scope: Scope, query: ItemQuery, readerId: number, now: number): RawBuilder<boolean> {
  const parts = [inScope(scope, "i.unit_id")];
  if (query.state !== undefined) parts.push(sql<boolean>`i.state = ${query.state}`);
  if (query.storage !== undefined) parts.push(sql<boolean>`i.storage = ${query.storage}`);
  if (query.entrustmentId !== undefined) parts.push(sql<boolean>`i.entrustment_id = ${query.entrustmentId}`);
  if (query.only !== undefined) parts.push(sql<boolean>`i.state not in ('returned', 'destroyed', 'lost')`);
  if (query.only === "mine") parts.push(sql<boolean>`i.holder_id = ${readerId}`);
  if (query.only === "offered") {
    parts.push(sql<boolean>`i.offer_to_id = ${readerId} and i.offer_expires_at > ${new Date(now)}`);
  }
  if (query.only === "due") {
    parts.push(sql<boolean>`e.state = 'reported' and i.reserve > 0 and i.destroy_asked_by is null`);
  }
  if (query.only === "disposal") parts.push(sql<boolean>`i.destroy_asked_by is not null`);
  if (query.keyword !== undefined) {
    const pattern = containing(query.keyword);
    parts.push(
      sql<boolean>`(i.item_no ilike ${pattern} or i.name ilike ${pattern} or i.unique_mark ilike ${pattern}
          or i.seal_no ilike ${pattern})`,
    );
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** As the contract has it: an offer is one thing, and it is told whether its time is over. */
function presentItems(rows: unknown, now: number): FoundItem[] {
  return z
    .array(found)
    .parse(rows)
    .map(({ offerToId, offerTo, offerBy, offerExpiresAt, ...item }) => ({
      ...item,
      offer:
        offerToId === null || offerExpiresAt === null
          ? null
          : {
              ...{ toId: offerToId, to: offerTo, by: offerBy, expiresAt: offerExpiresAt },
              isExpired: offerExpiresAt <= now,
            },
    }));
}

function selectItems(from: Db | Trx) {
  return from
    .selectFrom("evidenceItem as i")
    .innerJoin("entrustment as e", "e.id", "i.entrustmentId")
    .leftJoin("evidenceItem as parent", "parent.id", "i.parentId")
    .leftJoin("device as box", "box.id", "i.deviceId")
    .select([
      ...(["i.id as itemId", "i.itemNo", "i.entrustmentId", "e.entrustmentNo", "i.unitId"] as const),
      ...(["i.parentId", "parent.itemNo as parentNo", "i.name", "i.unit", "i.uniqueMark"] as const),
      ...(["i.packaging", "i.sealNo", "i.photoHash", "i.storage", "i.hazard", "i.origin"] as const),
      ...(["i.state", "i.holderId", "i.holder", "i.place", "box.deviceName", "i.slot", "i.events"] as const),
      ...(["i.offerToId", "i.offerTo", "i.offerBy", "i.destroyAskedBy", "i.destroyAskedById"] as const),
      "i.deviceId",
      number("i.quantity").as("quantity"),
      number("i.reserve").as("reserve"),
      number("i.consumed").as("consumed"),
      number("i.moved").as("moved"),
      number("i.returned_amount").as("returnedAmount"),
      number("i.destroyed_amount").as("destroyedAmount"),
      "i.destroyAuthority",
      ms("i.destroy_asked_at").as("destroyAskedAt"),
      ms("i.offer_expires_at").as("offerExpiresAt"),
      ms("i.created_at").as("createdAt"),
    ]);
}
