import {
  addUpkeepItem,
  changeUpkeepItem,
  doUpkeep,
  getUpkeepItem,
  listUpkeepItems,
  type MaintenanceItem,
  removeUpkeepItems,
} from "@tracewater/contract/fleet/maintenance-items";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { MaintenanceItemService } from "./maintenance-item.service.ts";

export function serveMaintenanceItems(serve: Serve, items: MaintenanceItemService): void {
  serve.forCaller(listUpkeepItems, async ({ query }, { scope }) => {
    const total = await items.count(scope, query);
    return { rows: await items.list(scope, query, pageOf(query, total)), total };
  });
  serve.forCaller(getUpkeepItem, async ({ params }, { scope }) => ({
    data: await items.get(scope, params.id),
  }));
  serve.forCaller(addUpkeepItem, async ({ body, audit }, { scope }) => {
    const { deviceName, ...fields } = body;
    const itemId = await items.add(scope, deviceName, fields);
    const after = await items.require(scope, itemId);
    audit({ subject: auditSubject(after), after });
    return { data: { itemId } };
  });
  serve.forCaller(changeUpkeepItem, async ({ body, audit }, { scope }) => {
    const { itemId, ...fields } = body;
    const before = await items.require(scope, itemId);
    await items.change(scope, itemId, fields);
    audit({ subject: auditSubject(before), before, after: await items.require(scope, itemId) });
    return {};
  });
  serve.forCaller(removeUpkeepItems, async ({ params, audit }, { scope }) => {
    const gone: MaintenanceItem[] = [];
    for (const id of params.ids) gone.push(await items.require(scope, id));
    await items.remove(params.ids);
    for (const one of gone) audit({ subject: auditSubject(one), before: one });
    return {};
  });
  serve.forCaller(doUpkeep, async ({ body, audit }, caller) => {
    const before = await items.require(caller.scope, body.itemId);
    await items.done(caller, body.itemId, body.note);
    audit({ subject: auditSubject(before), before, after: await items.require(caller.scope, body.itemId) });
    return {};
  });
}

function auditSubject({ itemId, name, deviceName, unitId }: MaintenanceItem): AuditChange["subject"] {
  return { kind: "upkeepItem", id: itemId, name: `${name} (${deviceName})`, unitId };
}
