import type { ResourceModel } from "@tracewater/contract/generator/resource-model";
import { modelOfSheet, readSheetFacts } from "@tracewater/contract/generator/sheet-facts";
import {
  addModel,
  changeModel,
  getModel,
  getRegistries,
  listModelSources,
  listModels,
  readModelSheet,
  removeModels,
  startModel,
} from "@tracewater/contract/system/generated-modules";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { withTable } from "../../../platform/http/with-table.ts";
import type { ResourceParts } from "../../../platform/resource/serve-resource.ts";
import type { GeneratorService } from "./generator.service.ts";

/** Rows of a sheet that are looked at. */
const maxRows = 5000;

export function serveGenerator(
  serve: Serve,
  generator: GeneratorService,
  { files, tables }: Pick<ResourceParts, "files" | "tables">,
): void {
  serve.forCaller(listModels, async ({ query }, caller) => {
    generator.requireAdministrator(caller);
    const total = await generator.count(query.keyword);
    return { rows: await generator.list(query.keyword, pageOf(query, total)), total };
  });
  serve.forCaller(getModel, async ({ params }, caller) => {
    const found = await generator.require(caller, params.id);
    return { data: { ...found, drift: await generator.driftOf(found.model) } };
  });
  serve.forCaller(addModel, async ({ body, audit }, caller) => {
    const id = await generator.add(caller, body.model, body.origin);
    audit({ subject: auditSubject(id, body.model), after: body.model });
    return { data: { id } };
  });
  serve.forCaller(changeModel, async ({ body, audit }, caller) => {
    const before = await generator.require(caller, body.tableId);
    await generator.change(caller, body.tableId, body.model);
    audit({ subject: auditSubject(body.tableId, before.model), before: before.model, after: body.model });
    return {};
  });
  serve.forCaller(removeModels, async ({ params, audit }, caller) => {
    const gone = [];
    for (const id of params.ids) gone.push(await generator.require(caller, id));
    await generator.remove(params.ids);
    for (const { tableId, model } of gone) audit({ subject: auditSubject(tableId, model), before: model });
    return {};
  });
  serve.forCaller(listModelSources, async (_input, caller) => ({ data: await generator.sources(caller) }));
  serve.forCaller(startModel, async ({ query }, caller) => ({
    data: await generator.start(caller, query.from, query.table),
  }));
  serve.forCaller(readModelSheet, ({ request }, caller) => {
    generator.requireAdministrator(caller);
    return withTable({ files, tables, maxRows }, { request, caller }, async ({ table }) => {
      const facts = readSheetFacts(table.rows.map(({ cells }) => cells));
      return { data: { facts, model: modelOfSheet(facts, "NewRecord", "NewRecords") } };
    });
  });
  serve.forCaller(getRegistries, async (_input, caller) => ({ data: await generator.registries(caller) }));
}

function auditSubject(id: number, { table }: ResourceModel): AuditChange["subject"] {
  return { kind: "gen", id, name: table };
}
