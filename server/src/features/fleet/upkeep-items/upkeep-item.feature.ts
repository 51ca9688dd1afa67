import {
  addUpkeepItem,
  changeUpkeepItem,
  doUpkeep,
  getUpkeepItem,
  listUpkeepItems,
  removeUpkeepItems,
  type UpkeepItem,
} from "@tracewater/contract/fleet/upkeep";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { UpkeepItemService } from "./upkeep-item.service.ts";

export function serveUpkeepItems(serve: Serve, items: UpkeepItemService): void {
  serve.forCaller(listUpkeepItems, async ({ query }, { scope }) => {
    const total = await items.count(scope, query);
    return { rows: await items.list(scope, query, pageOf(query, total)), total };
  });
  serve.forCaller(getUpkeepItem, async ({ params }, { scope }) => ({
    data: await items.get(scope, params.id),
  }));
  serve.forCaller(addUpkeepItem, async ({ body, note }, { scope }) => {
    const { deviceName, ...fields } = body;
    const itemId = await items.add(scope, deviceName, fields);
    const after = await items.require(scope, itemId);
    note({ thing: thingOf(after), after });
    return { data: { itemId } };
  });
  serve.forCaller(changeUpkeepItem, async ({ body, note }, { scope }) => {
    const { itemId, ...fields } = body;
    const before = await items.require(scope, itemId);
    await items.change(scope, itemId, fields);
    note({ thing: thingOf(before), before, after: await items.require(scope, itemId) });
    return {};
  });
  serve.forCaller(removeUpkeepItems, async ({ params, note }, { scope }) => {
    const gone: UpkeepItem[] = [];
    for (const id of params.ids) gone.push(await items.require(scope, id));
    await items.remove(params.ids);
    for (const one of gone) note({ thing: thingOf(one), before: one });
    return {};
  });
  serve.forCaller(doUpkeep, async ({ body, note }, caller) => {
    const before = await items.require(caller.scope, body.itemId);
    await items.done(caller, body.itemId, body.note);
    note({ thing: thingOf(before), before, after: await items.require(caller.scope, body.itemId) });
    return {};
  });
}

function thingOf({ itemId, name, deviceName, unitId }: UpkeepItem): CallNote["thing"] {
  return { kind: "upkeepItem", id: itemId, name: `${name} (${deviceName})`, unitId };
}
