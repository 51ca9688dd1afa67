import type { RouteNode } from "@tracewater/contract/system/session";
import type { MenuRow } from "./menu.store.ts";

/** Turns the flat menu into the tree of routes; each node's name is unique, being made of its id. */
export function toRoutes(rows: readonly MenuRow[]): RouteNode[] {
  const build = (parentId: number | null): RouteNode[] =>
    rows
      .filter((row) => row.parentId === parentId)
      .map((row) => {
        const below = build(row.id);
        return {
          name: `m${row.id}`,
          path: row.path,
          hidden: !row.visible,
          component: row.component ?? (row.parentId === null ? "Layout" : "ParentView"),
          ...(row.query === null ? {} : { query: row.query }),
          ...(row.kind === "directory" ? { alwaysShow: true, redirect: "noRedirect" } : {}),
          meta: { title: row.title, icon: row.icon, noCache: false, link: externalLink(row.path) },
          children: below,
        };
      });
  return build(null);
}

function externalLink(path: string): string | null {
  return /^https?:\/\//.test(path) ? path : null;
}
