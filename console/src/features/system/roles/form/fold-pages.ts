import type { MenuChoice } from "@tracewater/contract/system/roles";
import type { CheckNode } from "./held-nodes.ts";

/**
 * The menu without its hidden pages: one that shows a record of a list goes along with that list. Where it has pages
 * of its own that can be chosen, as a device has, they are below the list as one node.
 */
export function foldPages(tree: readonly MenuChoice[], pagesTitle: string): CheckNode[] {
  const all = tree.flatMap(withBelow);
  const ids = new Set(all.map(({ id }) => id));
  const isFolded = ({ of }: MenuChoice) => of !== undefined && ids.has(of);
  const fold = (node: MenuChoice): CheckNode => {
    const pages = all.filter((one) => one.of === node.id);
    const hasChoices = (page: MenuChoice) => page.children.some((child) => !isFolded(child));
    return {
      id: node.id,
      label: node.label,
      along: pages.filter((page) => !hasChoices(page)).map(({ id }) => id),
      children: [
        ...node.children.filter((child) => !isFolded(child)).map(fold),
        ...pages.filter(hasChoices).map((page) => ({ ...fold(page), label: pagesTitle })),
      ],
    };
  };
  return tree.filter((node) => !isFolded(node)).map(fold);
}

/** The nodes whose title has a word, with what leads to them and what is below them. */
export function matchingNodes(
  tree: readonly CheckNode[],
  word: string,
  titleOf: (label: string) => string,
): CheckNode[] {
  const wanted = word.trim().toLowerCase();
  return tree.flatMap((node) => {
    if (titleOf(node.label).toLowerCase().includes(wanted)) return [node];
    const children = matchingNodes(node.children, word, titleOf);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

function withBelow(node: MenuChoice): MenuChoice[] {
  return [node, ...node.children.flatMap(withBelow)];
}
