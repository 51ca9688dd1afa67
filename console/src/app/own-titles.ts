import type { RouteNode } from "@tracewater/contract/system/session";

/** The tree with the keys of this console's own words for titles: its language changes without asking again. */
export function withOwnTitles(tree: readonly RouteNode[]): RouteNode[] {
  return tree.map((node) => ({
    ...node,
    meta: { ...node.meta, title: node.meta.titleKey ?? node.meta.title },
    children: withOwnTitles(node.children),
  }));
}
