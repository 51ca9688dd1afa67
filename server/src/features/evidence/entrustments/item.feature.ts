import {
  addEvidenceItem,
  approveItemDestruction,
  exportEvidenceItems,
  exportEvidenceItemsByForm,
  getEvidenceItem,
  listEvidenceItems,
  recordItemEvent,
  refuseItemDestruction,
} from "@tracewater/contract/evidence/items";
import type { PersonalSigning } from "../../../platform/custody/event-signing.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { ItemService } from "./item.service.ts";
import type { FoundItem } from "./item.store.ts";
import { sendItems } from "./item-workbook.ts";

/** Items of evidence and what happens to them. */
export function serveItems(
  serve: Serve,
  parts: { items: ItemService; signing: PersonalSigning; files: ExportFiles; printMoment: PrintMoment },
): void {
  const { items, signing } = parts;
  serve.forCaller(listEvidenceItems, async ({ query }, caller) => {
    const total = await items.count(caller, query);
    return { total, rows: await items.list(caller, query, pageOf(query, total)) };
  });
  serveExport(serve, exportEvidenceItems, exportEvidenceItemsByForm, (query, asked) =>
    sendItems(parts, { ...asked, query }),
  );
  serve.forCaller(getEvidenceItem, async ({ params }, caller) => ({
    data: await items.detail(caller, params.id),
  }));
  serve.forCaller(addEvidenceItem, async ({ body, audit }, caller) => {
    const added = await items.add(caller, body);
    const after = await items.require(caller.scope, added.id);
    audit({ subject: auditSubject(after), after });
    return { data: added };
  });
  serve.forCaller(recordItemEvent, async ({ body, audit }, caller) => {
    const { signature, ...asked } = body;
    const before = await signing.sign(caller, { act: recordItemEvent.name, signature }, (signer) =>
      items.record(signer, asked),
    );
    const { itemId: _known, ...after } = asked;
    audit({ subject: auditSubject(before), before: { state: before.state, holder: before.holder }, after });
    return {};
  });
  serve.forCaller(approveItemDestruction, async ({ body, audit }, caller) => {
    const { signature, ...asked } = body;
    const before = await signing.sign(caller, { act: approveItemDestruction.name, signature }, (signer) =>
      items.approveDestruction(signer, asked),
    );
    audit({ subject: auditSubject(before), before: { state: before.state }, after: { state: "destroyed" } });
    return {};
  });
  serve.forCaller(refuseItemDestruction, async ({ body, audit }, caller) => {
    const before = await items.refuseDestruction(caller, body);
    const requestedBy = before.destroyAskedBy;
    audit({ subject: auditSubject(before), before: { requestedBy }, after: { refused: body.reason } });
    return {};
  });
}

function auditSubject({ itemId, itemNo, unitId }: FoundItem): AuditChange["subject"] {
  return { kind: "evidenceItem", id: itemId, name: itemNo, unitId };
}
