import type { RouteNode } from "@tracewater/contract/system/session";
import type { Language } from "../../../platform/localized-text.ts";
import type { MenuRow } from "./menu.store.ts";
import { isTitleKey, titleIn } from "./menu-title.service.ts";

/**
 * Turns the flat menu into the tree of routes, in the shape of the family: what is at the root lies in the layout,
 * under a path that begins with a slash. Each node's name is unique, being made of its id.
 */
export function toRoutes(rows: readonly MenuRow[], language: Language): RouteNode[] {
  const below = new Map<number | null, MenuRow[]>();
  for (const row of rows) below.set(row.parentId, [...(below.get(row.parentId) ?? []), row]);
  const build = (row: MenuRow): RouteNode => toNode(row, (below.get(row.id) ?? []).map(build), language);
  return (below.get(null) ?? []).map((row) => atRoot(row, build(row)));
}

function toNode(row: MenuRow, children: RouteNode[], language: Language): RouteNode {
  const link = externalLink(row.path);
  return {
    name: `m${row.id}`,
    path: link !== null && row.component === innerLink ? pathOfLink(link) : row.path,
    hidden: !row.visible,
    component: componentOf(row, link),
    ...(row.query === null ? {} : { query: row.query }),
    ...(row.kind === "directory" && link === null
      ? { alwaysShow: true, redirect: row.redirect || "noRedirect" }
      : {}),
    meta: {
      title: titleIn(row.title, language),
      ...(isTitleKey(row.title) ? { titleKey: row.title } : {}),
      icon: row.icon,
      noCache: !row.cached,
      link,
    },
    children,
  };
}

const innerLink = "InnerLink";

/** An address outside of it is in the layout, as the family has it. */
function componentOf(row: MenuRow, link: string | null): string {
  if (row.component !== null) return row.component;
  return row.parentId === null || link !== null ? "Layout" : "ParentView";
}

/** Directories and addresses outside stand as they are; a page, and an address that is shown inside, in a layout of its own. */
function atRoot(row: MenuRow, node: RouteNode): RouteNode {
  const isOutside = node.meta.link !== null && node.component !== innerLink;
  if (isOutside) return node;
  if (row.kind === "directory" && node.component === "Layout") return { ...node, path: rooted(node.path) };
  return {
    name: `${node.name}root`,
    path: "/",
    hidden: node.hidden,
    component: "Layout",
    meta: { title: "", icon: "", noCache: false, link: null },
    children: [{ ...node, path: node.path.replace(/^\/+/, "") }],
  };
}

function rooted(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}

/** `https://www.example.org:81/a` as a path: `example/org/81/a`. */
function pathOfLink(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/, "").replace(/[.:]/g, "/");
}

/** The full paths, with `:params`, of the pages that the program has and this user may not see. */
export function withheldPaths(all: readonly MenuRow[], own: readonly MenuRow[]): string[] {
  const held = new Set(own.map(({ id }) => id));
  const byId = new Map(all.map((row) => [row.id, row]));
  const pathOf = (row: MenuRow): string => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    if (row.path.startsWith("/")) return row.path;
    return parent === undefined ? rooted(row.path) : `${pathOf(parent)}/${row.path}`;
  };
  return all
    .filter((row) => row.component !== null && !held.has(row.id) && externalLink(row.path) === null)
    .map(pathOf);
}

function externalLink(path: string): string | null {
  return /^https?:\/\//.test(path) ? path : null;
}
