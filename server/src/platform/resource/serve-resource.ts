import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { z } from "zod";
import { noSuch } from "../failure.ts";
import type { MadeFiles } from "../files/made-files.ts";
import type { CallNote } from "../http/call-notes.ts";
import { pageOf } from "../http/pages.ts";
import type { Serve } from "../http/serve-call.ts";
import { serveExports, thingOf } from "./export-rows.ts";
import { type ImportJobs, serveImports } from "./import-jobs.ts";
import type { ResourceDoor, ServedResource } from "./resource-door.ts";

/** What the file calls of every resource share. */
export type ResourceParts = { files: MadeFiles; imports: ImportJobs };

/** Serves the calls of a resource: five verbs, exports, imports. Anything else is an endpoint beside them. */
export function serveResource<Row extends Record<string, unknown>, Body, Query extends object>(
  serve: Serve,
  resource: ServedResource<Row, Body, Query>,
  door: ResourceDoor<Row, Body, Query>,
  parts: ResourceParts,
): void {
  const { calls, key, words } = resource;
  const nothing = () => noSuch({ en: words.en["one"] ?? key, zh: words.zh["one"] ?? key });

  serve.forCaller(calls.list, async ({ query }, caller) => {
    const total = await door.count(caller.scope, query);
    const rows = await door.list(caller.scope, query, pageOf(paging.parse(query), total));
    return { rows, total };
  });
  serve.forCaller(calls.get, async ({ params }, caller) => {
    const data = await door.find(caller.scope, params.id);
    if (data === undefined) throw nothing();
    return { data };
  });
  const thing = (id: number, row: Record<string, unknown>) => thingOfRow(resource, id, row);

  serve.forCaller(calls.add, async ({ body, note }, caller) => {
    const id = await door.add(caller, body);
    const after = await door.find(caller.scope, id);
    note({ thing: thing(id, after ?? {}), after });
    return { data: { id } };
  });
  serve.forCaller(calls.change, async ({ body, note }, caller) => {
    const id = z.number().parse(body[key]);
    const before = await door.find(caller.scope, id);
    if (before === undefined) throw nothing();
    await door.change(caller, id, resource.body.parse(body));
    note({ thing: thing(id, before), before, after: await door.find(caller.scope, id) });
    return {};
  });
  serve.forCaller(calls.remove, async ({ params, note }, caller) => {
    const gone: { id: number; row: Row }[] = [];
    for (const id of params.ids) {
      const row = await door.find(caller.scope, id);
      if (row === undefined) throw nothing();
      gone.push({ id, row });
    }
    await door.remove(caller, params.ids);
    for (const { id, row } of gone) note({ thing: thing(id, row), before: row });
    return {};
  });
  serveExports(serve, resource, door, parts.files);
  serveImports(serve, resource, () => door, parts);
}

/** What the audit log calls a row: by the field that people know it by, and the unit it belongs to. */
function thingOfRow(resource: AnyResource, id: number, row: Record<string, unknown>): CallNote["thing"] {
  const unitId = resource.unit === null ? null : row[resource.unit];
  return {
    kind: thingOf(resource),
    id,
    name: String(row[resource.unique] ?? ""),
    unitId: typeof unitId === "number" ? unitId : null,
  };
}

const paging = z.object({ pageNum: z.number(), pageSize: z.number() });
