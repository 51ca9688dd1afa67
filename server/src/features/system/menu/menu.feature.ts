import { getRouters } from "@tracewater/contract/system/session";
import { allPermissions } from "../../../platform/caller.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import { builtInMenu, builtInRoles } from "./built-in-menu.data.ts";
import { toRoutes, withheldPaths } from "./menu.model.ts";
import { createMenuStore, type MenuStore } from "./menu.store.ts";
import type { BuiltInMenu } from "./menu-entry.ts";

/** The menu tree: what each role sees of the console, as routes. */
export function createMenuFeature(options: { db: Db }) {
  const store = createMenuStore(options.db);
  return {
    routes(serve: Serve): void {
      serve.forCaller(getRouters, async ({ language }, caller) => {
        if (caller.mustChangePassword || caller.missingFactor !== "none") return { data: [], withheld: [] };
        const all = await store.listPages(null);
        if (caller.permissions.has(allPermissions)) return { data: toRoutes(all, language), withheld: [] };
        const own = await store.listPages(caller.userId);
        return { data: toRoutes(own, language), withheld: withheldPaths(all, own) };
      });
    },
    /** Adds built-in roles and menu entries that this version brings and the database does not have yet. */
    async ensureBuiltIn(): Promise<void> {
      for (const role of builtInRoles) await store.addBuiltInRole(role);
      await addAll(store, builtInMenu, null);
    },
  };
}

async function addAll(
  store: MenuStore,
  nodes: readonly BuiltInMenu[],
  parentId: number | null,
): Promise<void> {
  for (const [place, node] of nodes.entries()) {
    const id = await store.addBuiltIn(node, parentId, (place + 1) * 10);
    await addAll(store, node.children ?? [], id);
  }
}
