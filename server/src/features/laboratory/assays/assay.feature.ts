import {
  type Assay,
  addAssays,
  assaySheet,
  changeAssay,
  getAssay,
  listAssays,
  removeAssays,
  reviewAssays,
  submitAssays,
  supersedeAssay,
} from "@tracewater/contract/laboratory/assays";
import { z } from "zod";
import type { Caller } from "../../../platform/caller.ts";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExportCalls, serveTemplate } from "../../../platform/resource/export-rows.ts";
import { serveImports } from "../../../platform/resource/import-jobs.ts";
import type { ResourceParts } from "../../../platform/resource/serve-resource.ts";
import type { AssayService } from "./assay.service.ts";
import type { AssayQuery } from "./assay.store.ts";

export function serveAssays(serve: Serve, assays: AssayService, parts: ResourceParts): void {
  serve.forCaller(listAssays, ({ query }, caller) => assays.list(caller, query));
  serve.forCaller(getAssay, async ({ params }, caller) => ({
    data: await assays.readSample(caller.scope, params.id),
  }));

  serve.forCaller(addAssays, async ({ body, note }, caller) => {
    const ids = await assays.add(caller, body);
    for (const after of await assays.listByIds(caller.scope, ids)) note({ thing: thingOf(after), after });
    return { data: { ids } };
  });
  serve.forCaller(changeAssay, async ({ body, note }, caller) => {
    const before = await assays.find(caller.scope, body.assayId);
    await assays.change(caller, body);
    note({ thing: thingOf(before), before, after: await assays.find(caller.scope, body.assayId) });
    return {};
  });
  serve.forCaller(removeAssays, async ({ params, note }, caller) => {
    const gone = await assays.listByIds(caller.scope, params.ids);
    await assays.remove(caller, params.ids);
    for (const before of gone) note({ thing: thingOf(before), before });
    return {};
  });
  serveSteps(serve, assays);
  serveSheets(serve, assays, parts);
}

function serveSteps(serve: Serve, assays: AssayService): void {
  async function told(
    { caller, ids, note }: { caller: Caller; ids: readonly number[]; note: (note: CallNote) => void },
    work: () => Promise<void>,
  ): Promise<Record<never, never>> {
    const before = new Map((await assays.listByIds(caller.scope, ids)).map((one) => [one.assayId, one]));
    await work();
    for (const after of await assays.listByIds(caller.scope, ids)) {
      note({ thing: thingOf(after), before: before.get(after.assayId), after });
    }
    return {};
  }

  serve.forCaller(submitAssays, ({ body, note }, caller) =>
    told({ caller, ids: body.ids, note }, () => assays.submit(caller, body.ids)),
  );
  serve.forCaller(reviewAssays, ({ body, note }, caller) =>
    told({ caller, ids: body.ids, note }, () => assays.review(caller, body)),
  );
  serve.forCaller(supersedeAssay, async ({ body, note }, caller) => {
    const id = await assays.supersede(caller, body);
    const after = await assays.find(caller.scope, id);
    note({ thing: thingOf(after), after });
    return { data: { id } };
  });
}

function serveSheets(serve: Serve, assays: AssayService, parts: ResourceParts): void {
  serveExportCalls<Assay & { unitOfValue: string }, unknown, AssayQuery>(
    serve,
    assaySheet,
    {
      count: assays.count,
      listAfter: async (scope, query, afterId, limit) =>
        (await assays.listAfter(scope, query, afterId, limit)).map((one) => ({
          ...one,
          unitOfValue: "ug/L",
        })),
    },
    parts.files,
  );
  serveTemplate(serve, assaySheet, assaySheet.calls.importTemplate, parts.files);
  serveImports(
    serve,
    assaySheet,
    ({ query }) => {
      const { preview } = z.object({ preview: z.enum(["0", "1"]) }).parse(query);
      return {
        unitsByName: assays.unitsByName,
        storeRows: (_scope, rows, _update, caller) => assays.importRows(caller, rows, preview === "1"),
      };
    },
    parts,
  );
}

function thingOf({ assayId, bodyCode, analyte, unitId }: Assay): CallNote["thing"] {
  return { kind: "assay", id: assayId, name: `${bodyCode} ${analyte}`, unitId };
}
