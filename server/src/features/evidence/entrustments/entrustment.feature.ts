import {
  addEntrustment,
  changeEntrustment,
  confirmEntrustment,
  decideEntrustment,
  exportEntrustments,
  exportEntrustmentsByForm,
  getEntrustment,
  getEntrustmentTrack,
  listEntrustments,
  listEvidenceStaff,
  makeEvidenceFile,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { EntrustmentService } from "./entrustment.service.ts";
import type { FoundEntrustment } from "./entrustment.store.ts";
import { sendEntrustments } from "./entrustment-workbook.ts";
import type { EvidenceFileService } from "./evidence-file.service.ts";
import { sendEvidenceFile } from "./send-evidence-file.ts";

/** Entrustments, from the draft to their closing. */
export function serveEntrustments(
  serve: Serve,
  parts: {
    entrustments: EntrustmentService;
    evidenceFiles: EvidenceFileService;
    files: ExportFiles;
    printMoment: PrintMoment;
  },
): void {
  const { entrustments, evidenceFiles } = parts;

  serve.forCaller(listEntrustments, async ({ query }, caller) => {
    const total = await entrustments.count(caller.scope, query);
    return { total, rows: await entrustments.list(caller.scope, query, pageOf(query, total)) };
  });
  serveExport(serve, exportEntrustments, exportEntrustmentsByForm, (query, asked) =>
    sendEntrustments(parts, { ...asked, query }),
  );
  serve.forCaller(listEvidenceStaff, async (_input, caller) => ({
    data: await entrustments.listStaff(caller.scope),
  }));
  serve.forCaller(getEntrustment, async ({ params }, caller) => ({
    data: await entrustments.detail(caller, params.id),
  }));
  serve.forCaller(getEntrustmentTrack, async ({ params }, caller) => ({
    data: await entrustments.track(caller, params.id),
  }));

  serve.export(makeEvidenceFile, async ({ params, language, reply, audit }, caller) => {
    const made = await evidenceFiles.make(caller, params.id, language);
    audit({ subject: auditSubject(made.found), after: made.summary });
    sendEvidenceFile(reply, made);
  });

  serve.forCaller(addEntrustment, async ({ body, audit }, caller) => {
    const added = await entrustments.add(caller, body);
    const after = await entrustments.require(caller.scope, added.id);
    audit({ subject: auditSubject(after), after });
    return { data: added };
  });
  serve.forCaller(changeEntrustment, async ({ body, audit }, caller) => {
    const { before, after } = await entrustments.change(caller, body);
    audit({ subject: auditSubject(before), before, after });
    return {};
  });
  serve.forCaller(stepEntrustment, async ({ body, audit }, caller) => {
    const before = await entrustments.step(caller, body);
    const { entrustmentId: _known, ...after } = body;
    audit({ subject: auditSubject(before), before: { state: before.state }, after });
    return {};
  });
  serve.forCaller(decideEntrustment, async ({ body, audit }, caller) => {
    const before = await entrustments.decide(caller, body);
    const { entrustmentId: _known, ...after } = body;
    audit({ subject: auditSubject(before), before: { state: before.state }, after });
    return {};
  });
  serve.forCaller(confirmEntrustment, async ({ body, audit }, caller) => {
    const { entrustmentId, side } = body;
    const known = await entrustments.confirm(caller, body);
    const confirmedBy = (found: FoundEntrustment) =>
      side === "client"
        ? { clientConfirmedBy: found.clientConfirmedBy }
        : { institutionConfirmedBy: found.institutionConfirmedBy };
    const after = confirmedBy(await entrustments.require(caller.scope, entrustmentId));
    audit({ subject: auditSubject(known), before: confirmedBy(known), after });
    return {};
  });
}

function auditSubject({ entrustmentId, entrustmentNo, unitId }: FoundEntrustment): AuditChange["subject"] {
  return { kind: "entrustment", id: entrustmentId, name: entrustmentNo, unitId };
}
