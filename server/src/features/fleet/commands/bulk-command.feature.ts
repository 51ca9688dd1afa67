import {
  addBatch,
  type BulkCommand,
  cancelBatch,
  exportBatch,
  getBatch,
  listBatchCommands,
  listBatches,
} from "@tracewater/contract/fleet/bulk-commands";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { textIn } from "@tracewater/contract/locales";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { sendXlsx } from "../../../platform/files/send-file.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { BulkCommandService } from "./bulk-command.service.ts";
import { writeBulkCommandWorkbook } from "./bulk-command-workbook.ts";
import { toCommand } from "./command.model.ts";

/** Commands to many devices: ordered, counted, taken back, and their results as a sheet. */
export function serveBulkCommands(
  serve: Serve,
  batches: BulkCommandService,
  out: { files: ExportFiles; printMoment: PrintMoment },
): void {
  serve.forCaller(addBatch, async ({ params, body, audit }, caller) => {
    const batch = await batches.add(caller, params.family, { ...body, service: params.service });
    audit({ subject: auditSubject(params.family, batch), after: auditPayloadOf(batch, body.selection) });
    return { data: batch };
  });

  serve.forCaller(listBatches, async ({ params, query }, caller) => {
    const of = { typeKey: params.family, span: query };
    const total = await batches.count(caller.scope, of);
    return { total, rows: await batches.list(caller.scope, of, pageOf(query, total)) };
  });

  serve.forCaller(getBatch, async ({ params }, caller) => ({
    data: await batches.find(caller.scope, params.family, params.id),
  }));

  serve.forCaller(listBatchCommands, async ({ params, query }, caller) => {
    const { batchId } = await batches.find(caller.scope, params.family, params.id);
    const total = await batches.countCommands(caller.scope, batchId, query);
    const rows = await batches.listCommands(caller.scope, batchId, query, pageOf(query, total));
    return { total, rows: rows.map(toCommand) };
  });

  serve.forCaller(cancelBatch, async ({ params, audit }, caller) => {
    const before = await batches.find(caller.scope, params.family, params.id);
    const batch = await batches.cancel(caller, params.family, params.id);
    audit({ subject: auditSubject(params.family, batch), before: before.counts, after: batch.counts });
    return { data: batch };
  });

  serve.export(exportBatch, async ({ params, language, reply }, caller) => {
    const batch = await batches.find(caller.scope, params.family, params.id);
    await sendWorkbook({ batch, caller, language, reply });
  });

  async function sendWorkbook(of: {
    batch: BulkCommand;
    caller: Caller;
    language: Language;
    reply: FastifyReply;
  }): Promise<void> {
    const { batch, caller, language } = of;
    const file = await out.files.plan(caller.userId, "batch");
    try {
      await writeBulkCommandWorkbook({
        path: file.path,
        language,
        print: out.printMoment,
        next: (after, limit) => batches.listAfter(caller.scope, batch.batchId, after, limit),
      });
    } catch (error) {
      await out.files.discard(file.path);
      throw error;
    }
    const opened = await out.files.open(caller.userId, file.name, true);
    if (opened === null) throw new Error("a file created a moment ago is missing");
    const title = textIn({ en: "Batch", zh: "批量指令" }, language);
    await sendXlsx(of.reply, opened, `${title} ${batch.batchId} ${batch.identifier}.xlsx`);
  }
}

function auditSubject(family: FamilyKey, batch: BulkCommand): AuditChange["subject"] {
  return { kind: "commandBatch", id: batch.batchId, name: `${family} ${batch.identifier}` };
}

function auditPayloadOf({ identifier, params, total, reason }: BulkCommand, selection: unknown) {
  return { service: identifier, params, devices: total, reason, selection };
}
