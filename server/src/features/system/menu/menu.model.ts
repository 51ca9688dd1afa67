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
          ...(row.kind === "directory" ? { alwaysShow: true, redirect: row.redirect || "noRedirect" } : {}),
          meta: { title: row.title, icon: row.icon, noCache: !row.cached, link: externalLink(row.path) },
          children: below,
        };
      });
  return build(null);
}

/** The full paths, with `:params`, of the pages that the program has and this user may not see. */
export function withheldPaths(all: readonly MenuRow[], own: readonly MenuRow[]): string[] {
  const held = new Set(own.map(({ id }) => id));
  const byId = new Map(all.map((row) => [row.id, row]));
  const pathOf = (row: MenuRow): string => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    return row.path.startsWith("/") || parent === undefined ? row.path : `${pathOf(parent)}/${row.path}`;
  };
  return all
    .filter((row) => row.component !== null && !held.has(row.id) && externalLink(row.path) === null)
    .map(pathOf);
}

function externalLink(path: string): string | null {
  return /^https?:\/\//.test(path) ? path : null;
}
