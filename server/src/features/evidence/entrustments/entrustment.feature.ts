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
  printEntrustment,
  recuseFromEntrustment,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import type { PersonalSigning } from "../../../platform/custody/event-signing.ts";
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
import { type PrintParts, sendEvidenceFile } from "./send-evidence-file.ts";

/** Entrustments, from the draft to their closing. */
export function serveEntrustments(
  serve: Serve,
  parts: {
    entrustments: EntrustmentService;
    evidenceFiles: EvidenceFileService;
    signing: PersonalSigning;
    print: PrintParts;
    files: ExportFiles;
    printMoment: PrintMoment;
  },
): void {
  const { entrustments, evidenceFiles, signing } = parts;

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

  serve.export(printEntrustment, async ({ params, language, reply }, caller) => {
    const { name, pdf } = await entrustments.print(caller, params.id, language);
    reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="${name}"`)
      .header("download-filename", name)
      .send(pdf);
  });

  serve.export(makeEvidenceFile, async ({ params, query, language, reply, audit }, caller) => {
    const made = await evidenceFiles.make(caller, params.id, language);
    const { file, ...summary } = made.summary;
    audit({ subject: auditSubject(made.found), after: { file: `${file}.${query.format}`, ...summary } });
    await sendEvidenceFile(reply, made, { format: query.format, print: parts.print });
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
    const { signature, ...asked } = body;
    const before = await signing.sign(caller, { act: stepEntrustment.name, signature }, (signer) =>
      entrustments.step(signer, asked),
    );
    const { entrustmentId: _known, feeCurrency, ...rest } = asked;
    const after = feeCurrency === null ? rest : { ...rest, feeCurrency };
    audit({ subject: auditSubject(before), before: { state: before.state }, after });
    return {};
  });
  serve.forCaller(decideEntrustment, async ({ body, audit }, caller) => {
    const { signature, ...asked } = body;
    const before = await signing.sign(caller, { act: decideEntrustment.name, signature }, (signer) =>
      entrustments.decide(signer, asked),
    );
    const { entrustmentId: _known, ...after } = asked;
    audit({ subject: auditSubject(before), before: { state: before.state }, after });
    return {};
  });
  serve.forCaller(recuseFromEntrustment, async ({ body, audit }, caller) => {
    const { signature, ...asked } = body;
    const before = await signing.sign(caller, { act: recuseFromEntrustment.name, signature }, (signer) =>
      entrustments.recuse(signer, asked),
    );
    const { entrustmentId: _known, ...after } = asked;
    audit({ subject: auditSubject(before), before: { recused: before.recused.length }, after });
    return {};
  });
  serve.forCaller(confirmEntrustment, async ({ body, audit }, caller) => {
    const { signature, ...asked } = body;
    const { entrustmentId, side } = asked;
    const known = await signing.sign(caller, { act: confirmEntrustment.name, signature }, (signer) =>
      entrustments.confirm(signer, asked),
    );
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
