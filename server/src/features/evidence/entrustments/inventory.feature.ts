import {
  addInventory,
  getInventory,
  listExpectedItems,
  listInventories,
  listInventoryPlaces,
} from "@tracewater/contract/evidence/inventories";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { InventoryService } from "./inventory.service.ts";

/** Inventories of rooms and boxes. */
export function serveInventories(serve: Serve, { inventories }: { inventories: InventoryService }): void {
  serve.forCaller(listInventoryPlaces, async (_input, caller) => ({
    data: await inventories.listPlaces(caller.scope),
  }));
  serve.forCaller(listExpectedItems, async ({ query }, caller) => ({
    data: await inventories.listExpected(caller.scope, query),
  }));
  serve.forCaller(listInventories, async ({ query }, caller) => {
    const total = await inventories.count(caller.scope, query);
    return { total, rows: await inventories.list(caller.scope, query, pageOf(query, total)) };
  });
  serve.forCaller(getInventory, async ({ params }, caller) => ({
    data: await inventories.require(caller.scope, params.id),
  }));
  serve.forCaller(addInventory, async ({ body, audit }, caller) => {
    const data = await inventories.add(caller, body);
    const {
      inventoryId: id,
      inventoryNo: name,
      unitId,
      place,
      expected,
      found,
      missing,
      stray,
      unknown,
    } = data;
    audit({
      subject: { kind: "evidenceInventory", id, name, unitId },
      after: { place, expected, found, missing, stray, unknown },
    });
    return { data };
  });
}
