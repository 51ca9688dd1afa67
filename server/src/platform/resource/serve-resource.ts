import { z } from "zod";
import { noSuch } from "../failure.ts";
import type { MadeFiles } from "../files/made-files.ts";
import { pageOf } from "../http/pages.ts";
import type { Serve } from "../http/serve-call.ts";
import { serveExports } from "./export-rows.ts";
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
  serve.forCaller(calls.add, async ({ body }, caller) => ({ data: { id: await door.add(caller, body) } }));
  serve.forCaller(calls.change, async ({ body }, caller) => {
    const id = z.number().parse(body[key]);
    if ((await door.find(caller.scope, id)) === undefined) throw nothing();
    await door.change(caller, id, resource.body.parse(body));
    return {};
  });
  serve.forCaller(calls.remove, async ({ params }, caller) => {
    for (const id of params.ids) {
      if ((await door.find(caller.scope, id)) === undefined) throw nothing();
    }
    await door.remove(caller, params.ids);
    return {};
  });
  serveExports(serve, resource, door, parts.files);
  serveImports(serve, resource, door, parts);
}

const paging = z.object({ pageNum: z.number(), pageSize: z.number() });
