import type { RouteNode } from "@tracewater/contract/system/session";
import { homePage } from "../routes/built-in.ts";
import { joinPath, linkOf, pagesOf } from "../routes/shell-page.ts";

/** What the sidebar shows: headed groups of links, made from the server's tree. */
export type MenuLink = {
  path: string;
  title: string;
  icon: string;
  /** An address outside, opened in a new browser tab. */
  outside: boolean;
  component: string;
};
export type MenuGroup = { title: string; links: readonly MenuLink[] };

export function menuOf(tree: readonly RouteNode[]): MenuGroup[] {
  const groups: MenuGroup[] = [{ title: "", links: [homeLink] }];
  for (const node of tree) {
    if (node.hidden) continue;
    const links = linksOf(node, "").filter((link) => link.path !== homeLink.path);
    if (links.length === 0) continue;
    const first = groups[0];
    // A lone page needs no head over it, unless the server asks for one.
    if (links.length === 1 && !node.alwaysShow && first)
      groups[0] = { title: "", links: [...first.links, ...links] };
    else groups.push({ title: node.meta.title, links });
  }
  return groups;
}

/** The group that a page belongs to; the first one where it belongs to none. */
export function groupAt(groups: readonly MenuGroup[], pathname: string): MenuGroup {
  const own = groups.find((group) => group.links.some((link) => !link.outside && link.path === pathname));
  // One thing's page (`/device/admin/...`) belongs to the group whose pages begin with the same word.
  const word = pathname.split("/")[1] ?? "";
  const near = groups.find((group) => group.links.some((link) => link.path.split("/")[1] === word));
  return own ?? near ?? groups[0] ?? { title: "", links: [] };
}

const homeLink: MenuLink = {
  path: homePage.path,
  title: homePage.title,
  icon: homePage.icon,
  outside: false,
  component: homePage.component,
};

function linksOf(node: RouteNode, parent: string): MenuLink[] {
  if (node.hidden) return [];
  const path = joinPath(parent, node.path);
  const link = linkOf(node);
  const container = node.component === "Layout" || node.component === "ParentView";
  if (container && link === null) return node.children.flatMap((child) => linksOf(child, path));
  const outside = link !== null && node.component !== "InnerLink";
  const [page] = outside ? [] : pagesOf([{ ...node, children: [] }], parent);
  // An inner link to a page of ours is that page.
  const isOurs = link?.startsWith("/") && !link.startsWith("/prod-api");
  const goal = outside || isOurs ? link : page?.path;
  if (!goal || (!outside && goal.includes(":"))) return [];
  const component = page?.component ?? node.component;
  return [{ path: goal, title: node.meta.title, icon: node.meta.icon, outside, component }];
}
