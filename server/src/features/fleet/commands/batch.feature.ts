import {
  addBatch,
  type CommandBatch,
  cancelBatch,
  exportBatch,
  getBatch,
  listBatchCommands,
  listBatches,
} from "@tracewater/contract/fleet/command-batches";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import { sendXlsx } from "../../../platform/files/send-file.ts";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Language } from "../../../platform/words.ts";
import type { BatchService } from "./batch.service.ts";
import { writeBatchSheet } from "./batch-sheet.ts";
import { toCommand } from "./command.model.ts";

/** Commands to many devices: ordered, counted, taken back, and their results as a sheet. */
export function serveBatches(
  serve: Serve,
  batches: BatchService,
  out: { files: MadeFiles; printMoment: PrintMoment },
): void {
  serve.forCaller(addBatch, async ({ params, body, note }, caller) => {
    const batch = await batches.add(caller, params.family, { ...body, service: params.service });
    note({ thing: thingOf(params.family, batch), after: factsOf(batch, body.selection) });
    return { data: batch };
  });

  serve.forCaller(listBatches, async ({ params, query }, caller) => {
    const total = await batches.count(caller.scope, params.family);
    return { total, rows: await batches.list(caller.scope, params.family, pageOf(query, total)) };
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

  serve.forCaller(cancelBatch, async ({ params, note }, caller) => {
    const before = await batches.find(caller.scope, params.family, params.id);
    const batch = await batches.cancel(caller, params.family, params.id);
    note({ thing: thingOf(params.family, batch), before: before.counts, after: batch.counts });
    return { data: batch };
  });

  serve.stream(exportBatch, async ({ params, language, reply }, caller) => {
    const batch = await batches.find(caller.scope, params.family, params.id);
    await sendSheet({ batch, caller, language, reply });
  });

  async function sendSheet(of: {
    batch: CommandBatch;
    caller: Caller;
    language: Language;
    reply: FastifyReply;
  }): Promise<void> {
    const { batch, caller, language } = of;
    const file = await out.files.plan(caller.userId, "batch");
    try {
      await writeBatchSheet({
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
    if (opened === null) throw new Error("a file that was made a moment ago is gone");
    const title = language === "zh" ? "批量指令" : "Batch";
    await sendXlsx(of.reply, opened, `${title} ${batch.batchId} ${batch.identifier}.xlsx`);
  }
}

function thingOf(family: FamilyKey, batch: CommandBatch): CallNote["thing"] {
  return { kind: "commandBatch", id: batch.batchId, name: `${family} ${batch.identifier}` };
}

function factsOf({ identifier, params, total, reason }: CommandBatch, selection: unknown) {
  return { service: identifier, params, devices: total, reason, selection };
}
