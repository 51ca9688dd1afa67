import {
  addDelivery,
  changeDelivery,
  exportDeliveries,
  exportDeliveriesByForm,
  getDeliveryDetail,
  handOverDelivery,
  listReceivers,
  listSampleDeliveries,
  logTemperatures,
  receiveDelivery,
  removeDeliveries,
} from "@tracewater/contract/laboratory/deliveries";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { DeliveryService } from "./delivery.service.ts";
import type { FoundDelivery } from "./delivery.store.ts";
import { sendDeliveries } from "./delivery-sheet.ts";

/** Deliveries of samples, from the draft to the receipt. */
export function serveDeliveries(
  serve: Serve,
  parts: { deliveries: DeliveryService; files: MadeFiles; printMoment: PrintMoment },
): void {
  const { deliveries } = parts;

  serve.forCaller(listSampleDeliveries, async ({ query }, caller) => {
    const total = await deliveries.count(caller.scope, query);
    return { total, rows: await deliveries.list(caller.scope, query, pageOf(query, total)) };
  });
  serveExport(serve, exportDeliveries, exportDeliveriesByForm, (query, asked) =>
    sendDeliveries(parts, { ...asked, query }),
  );
  serve.forCaller(listReceivers, async (_input, caller) => ({
    data: await deliveries.listReceivers(caller),
  }));
  serve.forCaller(getDeliveryDetail, async ({ params }, caller) => ({
    data: await deliveries.detail(caller, params.id),
  }));

  serve.forCaller(addDelivery, async ({ body, note }, caller) => {
    const added = await deliveries.add(caller, body);
    const after = { ...(await deliveries.require(caller.scope, added.id)), samplingIds: body.samplingIds };
    note({ thing: thingOf(after), after });
    return { data: added };
  });
  serve.forCaller(changeDelivery, async ({ body, note }, caller) => {
    const { before, after } = await deliveries.change(caller, body);
    note({ thing: thingOf(before), before, after: { ...after, samplingIds: body.samplingIds } });
    return {};
  });
  serve.forCaller(removeDeliveries, async ({ params, note }, caller) => {
    for (const before of await deliveries.remove(caller, params.ids))
      note({ thing: thingOf(before), before });
    return {};
  });
  serve.forCaller(handOverDelivery, async ({ body, note }, caller) => {
    const before = await deliveries.handOver(caller, body.deliveryId);
    note({ thing: thingOf(before), before: { state: before.state }, after: { state: "inTransit" } });
    return {};
  });
  serve.forCaller(logTemperatures, async ({ body, note }, caller) => {
    const { added, delivery } = await deliveries.logTemperatures(caller, body);
    note({ thing: thingOf(delivery), after: { temperatures: added } });
    return { data: { added } };
  });
  serve.forCaller(receiveDelivery, async ({ body, note }, caller) => {
    const before = await deliveries.receive(caller, body);
    const { deliveryId: _known, ...after } = body;
    note({ thing: thingOf(before), before: { state: before.state }, after });
    return {};
  });
}

function thingOf({ deliveryId, deliveryNo, unitId }: FoundDelivery): CallNote["thing"] {
  return { kind: "delivery", id: deliveryId, name: deliveryNo, unitId };
}
