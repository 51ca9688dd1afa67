import type { DataScope, MenuChoice } from "@tracewater/contract/system/roles";
import { listOfHiddenPage } from "../menu/hidden-pages.service.ts";
import type { Branch } from "./role.store.ts";

const words = { "1": "all", "2": "chosen", "3": "unit", "4": "unitAndBelow", "5": "own" } as const;

/** The database's word for a data scope. */
export function toScopeName(number: DataScope): string {
  return words[number];
}

/** The family's number for a data scope; what is unknown reaches no further than one's own records. */
export function toNumber(word: string): DataScope {
  return (["1", "2", "3", "4"] as const).find((number) => words[number] === word) ?? "5";
}

/**
 * The flat menu as nested nodes; what has its parent outside of the rows is at the root. A hidden page names the page
 * that it belongs to, where that is among the rows.
 */
export function toTree(rows: readonly Branch[]): MenuChoice[] {
  const ids = new Map(rows.map(({ id, builtInKey }) => [builtInKey, id]));
  const nodes = new Map(rows.map((row) => [row.id, toNode(row, ids.get(listKeyOf(row)))]));
  const roots: MenuChoice[] = [];
  for (const { id, parentId } of rows) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    const parent = parentId === null ? undefined : nodes.get(parentId);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

const toNode = ({ id, label }: Branch, of: number | undefined): MenuChoice => ({
  ...{ id, label, children: [] },
  ...(of === undefined ? {} : { of }),
});

const listKeyOf = ({ builtInKey }: Branch) =>
  (builtInKey === null ? undefined : listOfHiddenPage.get(builtInKey)) ?? "";
