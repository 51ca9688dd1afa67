import type { TreeNode } from "@tracewater/contract/system/user-fields";

/** A part that can be held; what goes `along` with it is no choice of its own. */
export type CheckNode = Omit<TreeNode, "children"> & {
  along?: readonly number[];
  children: readonly CheckNode[];
};

/**
 * What of a tree is held. Each node counts for itself: a page may be held without what may be done on it, so a parent
 * is never taken for all of its children. With a node go, when it is checked or unchecked by hand, those below it.
 */
export function toggleNode(
  held: ReadonlySet<number>,
  tree: readonly CheckNode[],
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
    if (isHeld) for (const one of ownIds(above)) next.add(one);
  }
  return next;
}

/** How the tree shows it: checked where all below is held too, half where it is held in part. */
export function marksOf(held: ReadonlySet<number>, tree: readonly CheckNode[]) {
  const checked: number[] = [];
  const halfChecked: number[] = [];
  const visit = (node: CheckNode): { all: boolean; some: boolean } => {
    const below = node.children.map(visit);
    const all = ownIds(node).every((one) => held.has(one)) && below.every((one) => one.all);
    const some = ownIds(node).some((one) => held.has(one)) || below.some((one) => one.some);
    if (all) checked.push(node.id);
    else if (some) halfChecked.push(node.id);
    return { all, some };
  };
  for (const node of tree) visit(node);
  return { checked, halfChecked };
}

function pathTo(tree: readonly CheckNode[], id: number): CheckNode[] {
  for (const node of tree) {
    if (node.id === id) return [node];
    const below = pathTo(node.children, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** A node with all that goes along with it and all below it. */
export function idsBelow(node: CheckNode): number[] {
  return [...ownIds(node), ...node.children.flatMap(idsBelow)];
}

const ownIds = ({ id, along = [] }: CheckNode): readonly number[] => [id, ...along];
