import type { RouteNode } from "@tracewater/contract/system/session";

/** A page of the shell as the router needs it. */
export type ShellPage = {
  name: string;
  /** Absolute, with `:params`. */
  path: string;
  /** A key of the menu's texts, or plain text. */
  title: string;
  icon: string;
  component: string;
  query: Readonly<Record<string, unknown>>;
  noCache: boolean;
  affix: boolean;
  hidden: boolean;
  /** Titles of the groups above it. */
  trail: readonly string[];
  /** Child pages that this page shows as tabs; their paths are relative. */
  tabs: readonly ShellPage[];
};

const containers = ["Layout", "ParentView", "InnerLink"];

/** The pages of the server's tree, flat. A container gives its path and title to what stands in it. */
export function pagesOf(tree: readonly RouteNode[], parent = "", trail: readonly string[] = []): ShellPage[] {
  return tree.flatMap((node) => {
    const path = joinPath(parent, node.path);
    if (node.meta.link) return []; // an address outside: a link in the menu, no page
    if (!containers.includes(node.component)) return [pageOf(node, path, trail)];
    const deeper = node.meta.title === "" ? trail : [...trail, node.meta.title];
    return pagesOf(node.children, path, deeper);
  });
}

/** Joins, and strips patterns such as `(\\d+)` behind a parameter: ids are checked by `hasPlainIds`. */
export function joinPath(parent: string, path: string): string {
  const bare = path.replace(/\([^)]*\)/g, "");
  if (bare.startsWith("/")) return bare;
  return `${parent.replace(/\/$/, "")}/${bare}`;
}

/** Ids in a path are digits; anything else is no such page. */
export function hasPlainIds(params: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(params).every(
    ([name, value]) => !/(^id|Id|_id)$/.test(name) || value === undefined || /^\d{1,15}$/.test(value),
  );
}

function pageOf(node: RouteNode, path: string, trail: readonly string[]): ShellPage {
  return {
    name: node.name,
    path,
    title: node.meta.title,
    icon: node.meta.icon,
    component: node.component,
    query: parseQuery(node.query),
    noCache: node.meta.noCache,
    affix: node.meta.affix ?? false,
    hidden: node.hidden,
    trail,
    tabs: node.children.map((child) => pageOf(child, child.path.replace(/^\//, ""), [])),
  };
}

/** The server's JSON text; what is no object counts as nothing. */
export function parseQuery(text: string | undefined): Readonly<Record<string, unknown>> {
  if (!text) return {};
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === "object" && given !== null ? { ...given } : {};
  } catch {
    return {};
  }
}
