/** The statements on inventories of evidence. */
import {
  type Inventory,
  type InventoryItem,
  type InventoryPlace,
  type InventoryResult,
  inventory,
  inventoryDetail,
  inventoryItem,
  inventoryPlace,
} from "@tracewater/contract/evidence/inventories";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

/** Where an inventory is taken: a box by its id, or a room by its name. */
export type Site = { unitId: number; place: string; device: { id: number; deviceName: string } | null };
export type NewInventory = Omit<Inventory, "inventoryId" | "unitName" | "madeAt"> & {
  result: InventoryResult;
  madeAt: Date;
};

/** Of one room or box, and of one look. */
export const maxExpected = 500;
const maxPlaces = 500;

const item = sql`i.id as item_id, i.item_no, i.entrustment_id, i.name, i.state, i.storage, i.seal_no, i.holder,
  i.place, i.slot`;

export function createInventoryStore(db: Db) {
  const listed = () =>
    db
      .selectFrom("evidenceInventory as v")
      .innerJoin("dept as u", "u.id", "v.unitId")
      .select([
        ...(["v.id as inventoryId", "v.inventoryNo", "v.unitId", "u.name as unitName", "v.place"] as const),
        ...(["v.deviceName", "v.expected", "v.found", "v.missing", "v.stray", "v.unknown"] as const),
        ...(["v.madeBy"] as const),
        epochMs("v.made_at").as("madeAt"),
      ]);

  return {
    /** Rooms with items in them, and boxes. */
    async listPlaces(scope: Scope): Promise<InventoryPlace[]> {
      const { rows } = await sql`
        (select i.unit_id, u.name as unit_name, i.place, null as device_name, count(*)::int as items
          from evidence_item i join dept u on u.id = i.unit_id
          where i.device_id is null and i.state not in ('returned', 'destroyed', 'lost') and i.place <> ''
            and ${inScope(scope, "i.unit_id")}
          group by i.unit_id, u.name, i.place order by i.place limit ${maxPlaces})
        union all
        (select d.unit_id, u.name, '', d.device_name,
            (select count(*)::int from evidence_item i where i.device_id = d.id and i.unit_id = d.unit_id)
          from device d join product p on p.id = d.product_id and p.type_key = 'evidenceBox'
            join dept u on u.id = d.unit_id
          where ${inScope(scope, "d.unit_id")} order by d.device_name limit ${maxPlaces})`.execute(db);
      return z.array(inventoryPlace).parse(rows);
    },

    /** What the books have at a place; one more than is allowed shows that there are too many. */
    async listExpected({ unitId, place, device }: Site, from: Db | Trx = db): Promise<InventoryItem[]> {
      const isThere =
        device === null
          ? sql`i.device_id is null and i.place = ${place} and i.state not in ('returned', 'destroyed', 'lost')`
          : sql`i.device_id = ${device.id}`;
      const { rows } = await sql`
        select ${item} from evidence_item i where i.unit_id = ${unitId} and ${isThere}
        order by i.slot nulls first, i.id limit ${maxExpected + 1}`.execute(from);
      return z.array(inventoryItem).parse(rows);
    },

    /** The items of a unit with these numbers. */
    async listByNumber(unitId: number, numbers: readonly string[], from: Db | Trx): Promise<InventoryItem[]> {
      const { rows } = await sql`
        select ${item} from evidence_item i
        where i.item_no = any(${[...numbers]}::text[]) and i.unit_id = ${unitId} order by i.id`.execute(from);
      return z.array(inventoryItem).parse(rows);
    },

    /** In one order, so that two inventories never wait for each other in a ring. */
    async lockEntrustments(trx: Trx, ids: readonly number[]): Promise<void> {
      await sql`select id from entrustment where id = any(${[...ids]}::int[]) order by id for update`.execute(
        trx,
      );
    },

    async add(trx: Trx, { result, ...row }: NewInventory): Promise<number> {
      const added = await trx
        .insertInto("evidenceInventory")
        .values({ ...row, result: JSON.stringify(result) })
        .returning("id")
        .executeTakeFirstOrThrow();
      return added.id;
    },

    async list(
      scope: Scope,
      unitId: number | undefined,
      page: { limit: number; offset: number },
    ): Promise<Inventory[]> {
      const rows = await listed()
        .where(inScope(scope, "v.unit_id"))
        .where(unitId === undefined ? sql<boolean>`true` : sql<boolean>`v.unit_id = ${unitId}`)
        .orderBy("v.id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return z.array(inventory).parse(rows);
    },

    async count(scope: Scope, unitId: number | undefined): Promise<number> {
      const counted = await db
        .selectFrom("evidenceInventory as v")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(inScope(scope, "v.unit_id"))
        .where(unitId === undefined ? sql<boolean>`true` : sql<boolean>`v.unit_id = ${unitId}`)
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async find(scope: Scope, id: number): Promise<z.infer<typeof inventoryDetail> | undefined> {
      const row = await listed()
        .select("v.result")
        .where("v.id", "=", id)
        .where(inScope(scope, "v.unit_id"))
        .executeTakeFirst();
      return row === undefined ? undefined : inventoryDetail.parse(row);
    },
  };
}
