import type { RouteNode } from "@tracewater/contract/system/session";
import { homePage } from "../routes/built-in.ts";
import { joinPath } from "../routes/shell-page.ts";

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
  const container = node.component === "Layout" || node.component === "ParentView";
  if (container && !node.meta.link) return node.children.flatMap((child) => linksOf(child, path));
  if (!node.meta.link && path.includes(":")) return [];
  return [
    {
      path: node.meta.link ?? path,
      title: node.meta.title,
      icon: node.meta.icon,
      outside: node.meta.link !== null,
      component: node.component,
    },
  ];
}
