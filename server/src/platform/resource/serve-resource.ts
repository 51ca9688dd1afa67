import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { z } from "zod";
import { notFound } from "../app-error.ts";
import type { ExportFiles } from "../files/export-files.ts";
import type { AuditChange } from "../http/audit-change.ts";
import { pageOf } from "../http/pages.ts";
import type { Serve } from "../http/serve-call.ts";
import type { TableReader } from "../tables/table-reader.ts";
import { auditSubject, serveExports } from "./export-rows.ts";
import { type ImportJobs, serveImports } from "./import-jobs.ts";
import type { ResourceService, ServedResource } from "./resource-service.ts";

/** What the file calls of every resource share. */
export type ResourceParts = { files: ExportFiles; imports: ImportJobs; tables: TableReader };

/** Serves the calls of a resource: five verbs, exports, imports. Anything else is an endpoint alongside them. */
export function serveResource<Row extends Record<string, unknown>, Body, Query extends object>(
  serve: Serve,
  resource: ServedResource<Row, Body, Query>,
  service: ResourceService<Row, Body, Query>,
  parts: ResourceParts,
): void {
  const { calls, key, labels } = resource;
  const nothing = () => notFound({ en: labels.en["one"] ?? key, zh: labels.zh["one"] ?? key });

  serve.forCaller(calls.list, async ({ query }, caller) => {
    const total = await service.count(caller.scope, query);
    const rows = await service.list(caller.scope, query, pageOf(paging.parse(query), total));
    return { rows, total };
  });
  serve.forCaller(calls.get, async ({ params }, caller) => {
    const data = await service.find(caller.scope, params.id);
    if (data === undefined) throw nothing();
    return { data };
  });
  const subject = (id: number, row: Record<string, unknown>) => auditSubjectOfRow(resource, id, row);

  serve.forCaller(calls.add, async ({ body, audit }, caller) => {
    const id = await service.add(caller, body);
    const after = await service.find(caller.scope, id);
    audit({ subject: subject(id, after ?? {}), after });
    return { data: { id } };
  });
  serve.forCaller(calls.change, async ({ body, audit }, caller) => {
    const id = z.number().parse(body[key]);
    const before = await service.find(caller.scope, id);
    if (before === undefined) throw nothing();
    await service.change(caller, id, resource.body.parse(body));
    audit({ subject: subject(id, before), before, after: await service.find(caller.scope, id) });
    return {};
  });
  serve.forCaller(calls.remove, async ({ params, audit }, caller) => {
    const gone: { id: number; row: Row }[] = [];
    for (const id of params.ids) {
      const row = await service.find(caller.scope, id);
      if (row === undefined) throw nothing();
      gone.push({ id, row });
    }
    await service.remove(caller, params.ids);
    for (const { id, row } of gone) audit({ subject: subject(id, row), before: row });
    return {};
  });
  serveExports(serve, resource, service, parts.files);
  serveImports(serve, resource, () => service, parts);
}

/** What the audit log calls a row: by the field that people know it by, and the unit it belongs to. */
function auditSubjectOfRow(
  resource: AnyResource,
  id: number,
  row: Record<string, unknown>,
): AuditChange["subject"] {
  const unitId = resource.unit === null ? null : row[resource.unit];
  return {
    kind: auditSubject(resource),
    id,
    name: String(row[resource.unique] ?? ""),
    unitId: typeof unitId === "number" ? unitId : null,
  };
}

const paging = z.object({ pageNum: z.number(), pageSize: z.number() });
