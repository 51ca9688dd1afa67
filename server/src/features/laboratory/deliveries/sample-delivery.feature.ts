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
} from "@tracewater/contract/laboratory/sample-deliveries";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { SampleDeliveryService } from "./sample-delivery.service.ts";
import type { FoundDelivery } from "./sample-delivery.store.ts";
import { sendDeliveries } from "./sample-delivery-workbook.ts";

/** Deliveries of samples, from the draft to the receipt. */
export function serveDeliveries(
  serve: Serve,
  parts: { deliveries: SampleDeliveryService; files: ExportFiles; printMoment: PrintMoment },
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

  serve.forCaller(addDelivery, async ({ body, audit }, caller) => {
    const added = await deliveries.add(caller, body);
    const after = { ...(await deliveries.require(caller.scope, added.id)), samplingIds: body.samplingIds };
    audit({ subject: auditSubject(after), after });
    return { data: added };
  });
  serve.forCaller(changeDelivery, async ({ body, audit }, caller) => {
    const { before, after } = await deliveries.change(caller, body);
    audit({ subject: auditSubject(before), before, after: { ...after, samplingIds: body.samplingIds } });
    return {};
  });
  serve.forCaller(removeDeliveries, async ({ params, audit }, caller) => {
    for (const before of await deliveries.remove(caller, params.ids))
      audit({ subject: auditSubject(before), before });
    return {};
  });
  serve.forCaller(handOverDelivery, async ({ body, audit }, caller) => {
    const before = await deliveries.handOver(caller, body.deliveryId);
    audit({ subject: auditSubject(before), before: { state: before.state }, after: { state: "inTransit" } });
    return {};
  });
  serve.forCaller(logTemperatures, async ({ body, audit }, caller) => {
    const { added, delivery } = await deliveries.logTemperatures(caller, body);
    audit({ subject: auditSubject(delivery), after: { temperatures: added } });
    return { data: { added } };
  });
  serve.forCaller(receiveDelivery, async ({ body, audit }, caller) => {
    const before = await deliveries.receive(caller, body);
    const { deliveryId: _known, ...after } = body;
    audit({ subject: auditSubject(before), before: { state: before.state }, after });
    return {};
  });
}

function auditSubject({ deliveryId, deliveryNo, unitId }: FoundDelivery): AuditChange["subject"] {
  return { kind: "delivery", id: deliveryId, name: deliveryNo, unitId };
}
