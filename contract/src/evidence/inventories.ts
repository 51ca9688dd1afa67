/** Inventories by scan: what a room or a box should hold, what was scanned there, and what differs. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { itemState, itemStorage } from "./items.ts";

const may = (verb: string) => permission(`evidence:item:${verb}`);
const path = "/v2/admin/evidence/inventory";
const text = (max: number) => z.string().trim().max(max);

/** Where items lie: a room of a unit by its name, or a box. */
export const inventoryPlace = z.object({
  unitId: z.number().int(),
  unitName: z.string(),
  /** Empty where it is a box. */
  place: z.string(),
  deviceName: z.string().nullable(),
  items: z.number().int(),
});
export type InventoryPlace = z.infer<typeof inventoryPlace>;

export const inventoryItem = z.object({
  itemId: z.number().int(),
  itemNo: z.string(),
  entrustmentId: z.number().int(),
  name: z.string(),
  state: itemState,
  storage: itemStorage,
  sealNo: z.string(),
  holder: z.string(),
  /** Where the books have it. */
  place: z.string(),
  slot: z.number().int().nullable(),
});
export type InventoryItem = z.infer<typeof inventoryItem>;

export const inventory = z.object({
  inventoryId: z.number().int(),
  inventoryNo: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  place: z.string(),
  deviceName: z.string().nullable(),
  expected: z.number().int(),
  found: z.number().int(),
  missing: z.number().int(),
  stray: z.number().int(),
  /** Scanned codes that are no item of the unit. */
  unknown: z.number().int(),
  madeBy: z.string(),
  madeAt: epochMs,
});
export type Inventory = z.infer<typeof inventory>;

/** As it was when the inventory ended. */
export const inventoryResult = z.object({
  found: z.array(inventoryItem),
  missing: z.array(inventoryItem),
  stray: z.array(inventoryItem),
  unknown: z.array(z.string()),
});
export type InventoryResult = z.infer<typeof inventoryResult>;
export const inventoryDetail = inventory.extend({ result: inventoryResult });

export const listInventoryPlaces = defineCall({
  name: "listInventoryPlaces",
  method: "GET",
  path: `${path}/places`,
  access: may("handle"),
  reply: data(z.array(inventoryPlace)),
});

const where = { unitId: id, place: text(200).default(""), deviceName: text(64).default("") };

export const listExpectedItems = defineCall({
  name: "listExpectedItems",
  method: "GET",
  path: `${path}/expected`,
  access: may("handle"),
  query: z.object(where),
  reply: data(z.array(inventoryItem)),
});

export const listInventories = defineCall({
  name: "listInventories",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({ ...paging, unitId: blank(id) }),
  reply: page(inventory),
});

export const getInventory = defineCall({
  name: "getInventory",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(inventoryDetail),
});

/** Ends an inventory: each item that was expected or scanned gets its event in the custody chain. */
export const addInventory = defineCall({
  name: "addInventory",
  method: "POST",
  path,
  access: may("handle"),
  personOnly: true,
  title: { en: "Take an inventory of evidence", zh: "盘点物证" },
  body: z.object({
    ...{ ...where, unitId: idInBody },
    /** What was scanned: numbers of items, or codes that contain one. */
    codes: z.array(text(200).min(1)).max(1000),
  }),
  reply: data(inventoryDetail),
});
