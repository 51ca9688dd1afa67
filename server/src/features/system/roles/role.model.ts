import type { DataScope } from "@tracewater/contract/system/roles";
import type { TreeNode } from "@tracewater/contract/system/user-fields";

const words = { "1": "all", "2": "chosen", "3": "unit", "4": "unitAndBelow", "5": "own" } as const;

/** The database's word for a data scope. */
export function toScopeName(number: DataScope): string {
  return words[number];
}

/** The family's number for a data scope; what is unknown reaches no further than one's own records. */
export function toNumber(word: string): DataScope {
  return (["1", "2", "3", "4"] as const).find((number) => words[number] === word) ?? "5";
}

/** A flat tree as nested nodes; what has its parent outside of the rows is at the root. */
export function toTree(rows: readonly { id: number; parentId: number | null; label: string }[]): TreeNode[] {
  const nodes = new Map(rows.map(({ id, label }) => [id, { id, label, children: [] as TreeNode[] }]));
  const roots: TreeNode[] = [];
  for (const { id, parentId } of rows) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    const parent = parentId === null ? undefined : nodes.get(parentId);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}
