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
  /** Needs no token: one of our own pages outside of the layout. */
  open?: boolean;
  /** The address that an `InnerLink` shows. */
  link?: string;
  /** Titles of the groups above it. */
  trail: readonly string[];
  /** Child pages that this page shows as tabs; their paths are relative. */
  tabs: readonly ShellPage[];
};

const containers = ["Layout", "ParentView", "InnerLink"];

/** The page that shows an `InnerLink`'s address. */
const innerLinkComponent = "system/inner-link/inner-link";

/** The pages of the server's tree, flat. A container gives its path and title to what is in it. */
export function pagesOf(tree: readonly RouteNode[], parent = "", trail: readonly string[] = []): ShellPage[] {
  return tree.flatMap((node) => {
    const path = joinPath(parent, node.path);
    const link = linkOf(node);
    if (link !== null) {
      // An address outside is a link in the menu and no page, unless it is to be shown inside.
      return node.component === "InnerLink" ? [innerLinkPage(node, path, trail, link)] : [];
    }
    if (!containers.includes(node.component)) return [pageOf(node, path, trail)];
    const deeper = node.meta.title === "" ? trail : [...trail, node.meta.title];
    return pagesOf(node.children, path, deeper);
  });
}

/** The address outside that a node names; only web addresses are ever opened. */
export function linkOf(node: RouteNode): string | null {
  const named = node.meta.link || (isWebAddress(node.path) ? node.path : "");
  if (named === "") return null;
  if (isWebAddress(named)) return named;
  return /^\/(?![/\\])/.test(named) ? named : null;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text);
}

/** Containers that lead on to a page, by their own path. */
export function redirectsOf(tree: readonly RouteNode[], parent = ""): ReadonlyMap<string, string> {
  const redirects = new Map<string, string>();
  for (const node of tree) {
    const path = joinPath(parent, node.path);
    const goal = node.redirect && node.redirect !== "noRedirect" ? joinPath(path, node.redirect) : null;
    // Only our own paths: a redirect never leads to another origin.
    if (goal !== null && /^\/(?![/\\])/.test(goal)) redirects.set(path.replace(/\/+$/, ""), goal);
    if (!containers.includes(node.component)) continue;
    for (const [from, to] of redirectsOf(node.children, path)) redirects.set(from, to);
  }
  return redirects;
}

/** Joins, and strips patterns such as `(\\d+)` behind a parameter: ids are checked by `hasPlainIds`. */
export function joinPath(parent: string, path: string): string {
  const bare = path.replace(/\([^)]*\)/g, "");
  if (bare.startsWith("/")) return bare.length > 1 ? bare.replace(/\/+$/, "") : bare;
  return `${parent.replace(/\/$/, "")}/${bare}`;
}

/** Ids in a path are digits; anything else is no such page. */
export function hasPlainIds(params: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(params).every(
    ([name, value]) => !/(^id|Id|_id)$/.test(name) || value === undefined || /^\d{1,15}$/.test(value),
  );
}

function innerLinkPage(node: RouteNode, path: string, trail: readonly string[], link: string): ShellPage {
  // A path that is the address itself is no path of ours.
  const own = isWebAddress(node.path) ? `/link/${encodeURIComponent(node.name)}` : path;
  return { ...pageOf({ ...node, children: [] }, own, trail), component: innerLinkComponent, link };
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
