import type { TreeNode } from "@tracewater/contract/system/user-fields";

/**
 * What of a tree is held. Each node counts for itself: a page may be held without what may be done on it, so a parent
 * is never taken for all of its children. With a node go, when it is checked or unchecked by hand, those below it.
 */
export function toggleNode(
  held: ReadonlySet<number>,
  tree: readonly TreeNode[],
  id: number,
  isHeld: boolean,
): Set<number> {
  const path = pathTo(tree, id);
  const node = path.at(-1);
  if (node === undefined) return new Set(held);
  const next = new Set(held);
  for (const one of idsBelow(node)) {
    if (isHeld) next.add(one);
    else next.delete(one);
  }
  // What is under nothing would never be found; what leads to nothing any longer goes with its last child.
  for (const above of path.slice(0, -1).reverse()) {
    if (isHeld) next.add(above.id);
  }
  return next;
}

/** How the tree shows it: checked where all below is held too, half where it is held in part. */
export function marksOf(held: ReadonlySet<number>, tree: readonly TreeNode[]) {
  const checked: number[] = [];
  const halfChecked: number[] = [];
  const visit = (node: TreeNode): { all: boolean; some: boolean } => {
    const below = node.children.map(visit);
    const all = held.has(node.id) && below.every((one) => one.all);
    const some = held.has(node.id) || below.some((one) => one.some);
    if (all) checked.push(node.id);
    else if (some) halfChecked.push(node.id);
    return { all, some };
  };
  for (const node of tree) visit(node);
  return { checked, halfChecked };
}

function pathTo(tree: readonly TreeNode[], id: number): TreeNode[] {
  for (const node of tree) {
    if (node.id === id) return [node];
    const below = pathTo(node.children, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

function idsBelow(node: TreeNode): number[] {
  return [node.id, ...node.children.flatMap(idsBelow)];
}
