/** The calls of results: enter, submit, review, supersede, look up and export. */
import {
  type Assay,
  addAssays,
  assayExport,
  changeAssay,
  confirmAssays,
  findAssaySample,
  getAssay,
  getMethodLimits,
  listAssays,
  removeAssays,
  reviewAssays,
  submitAssays,
  supersedeAssay,
} from "@tracewater/contract/laboratory/assays";
import { z } from "zod";
import type { Caller } from "../../../platform/caller.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExportCalls, serveTemplate } from "../../../platform/resource/export-rows.ts";
import { serveImports } from "../../../platform/resource/import-jobs.ts";
import type { ResourceParts } from "../../../platform/resource/serve-resource.ts";
import type { AssayService } from "./assay.service.ts";
import type { AssayQuery } from "./assay.store.ts";
import type { AssayDoubtService } from "./assay-doubt.service.ts";

type Services = { assays: AssayService; doubts: AssayDoubtService };

export function serveAssays(serve: Serve, services: Services, parts: ResourceParts): void {
  const { assays, doubts } = services;
  serve.forCaller(listAssays, ({ query }, caller) => assays.list(caller, query));
  serve.forCaller(getAssay, async ({ params }, caller) => {
    const sample = await assays.readSample(caller.scope, params.id);
    return { data: { ...sample, doubts: await doubts.list(params.id) } };
  });

  serve.forCaller(getMethodLimits, async ({ query }, caller) => ({
    data: await assays.methodLimits(caller.scope, query),
  }));

  serve.forCaller(findAssaySample, async ({ query }, caller) => {
    const found = await assays.findSample(caller.scope, query.code);
    return found === undefined ? {} : { data: found };
  });

  serve.forCaller(addAssays, async ({ body, audit }, caller) => {
    const ids = await assays.add(caller, body);
    for (const after of await assays.listByIds(caller.scope, ids))
      audit({ subject: auditSubject(after), after });
    return { data: { ids } };
  });
  serve.forCaller(changeAssay, async ({ body, audit }, caller) => {
    const before = await assays.find(caller.scope, body.assayId);
    await assays.change(caller, body);
    audit({ subject: auditSubject(before), before, after: await assays.find(caller.scope, body.assayId) });
    return {};
  });
  serve.forCaller(removeAssays, async ({ params, audit }, caller) => {
    const gone = await assays.listByIds(caller.scope, params.ids);
    await assays.remove(caller, params.ids);
    for (const before of gone) audit({ subject: auditSubject(before), before });
    return {};
  });
  serveSteps(serve, services);
  serveExports(serve, assays, parts);
}

function serveSteps(serve: Serve, { assays, doubts }: Services): void {
  async function audited(
    { caller, ids, audit }: { caller: Caller; ids: readonly number[]; audit: (change: AuditChange) => void },
    work: () => Promise<void>,
  ): Promise<Record<never, never>> {
    const before = new Map((await assays.listByIds(caller.scope, ids)).map((one) => [one.assayId, one]));
    await work();
    for (const after of await assays.listByIds(caller.scope, ids)) {
      audit({ subject: auditSubject(after), before: before.get(after.assayId), after });
    }
    return {};
  }

  serve.forCaller(submitAssays, ({ body, audit }, caller) =>
    audited({ caller, ids: body.ids, audit }, () => assays.submit(caller, body.ids)),
  );
  serve.forCaller(reviewAssays, ({ body, audit }, caller) =>
    audited({ caller, ids: body.ids, audit }, () => assays.review(caller, body)),
  );
  serve.forCaller(confirmAssays, ({ body, audit }, caller) =>
    audited({ caller, ids: body.ids, audit }, () => doubts.confirm(caller, body)),
  );
  serve.forCaller(supersedeAssay, async ({ body, audit }, caller) => {
    const id = await assays.supersede(caller, body);
    const after = await assays.find(caller.scope, id);
    audit({ subject: auditSubject(after), after });
    return { data: { id } };
  });
}

function serveExports(serve: Serve, assays: AssayService, parts: ResourceParts): void {
  serveExportCalls<Assay & { unitOfValue: string }, unknown, AssayQuery>(
    serve,
    assayExport,
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
  serveTemplate(serve, assayExport, assayExport.calls.importTemplate, parts.files);
  serveImports(
    serve,
    assayExport,
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

function auditSubject({ assayId, bodyCode, analyte, unitId }: Assay): AuditChange["subject"] {
  return { kind: "assay", id: assayId, name: `${bodyCode} ${analyte}`, unitId };
}
