/** A row of a tree as it is drawn: how deep it is, and among how many. */
export type TreeRow<Row> = {
  row: Row;
  key: number;
  parentKey: number | null;
  level: number;
  /** From 1. */
  place: number;
  siblings: number;
  children: number;
  isOpen: boolean;
};

export type TreeShape<Row> = {
  rows: readonly Row[];
  keyOf: (row: Row) => number;
  parentOf: (row: Row) => number;
};

/** Where a dragged row comes to be: under `parentKey`, before one of its children or behind them all. */
export type TreePlace = { parentKey: number | null; before: number | null };

/** The rows that are seen, in order; whose parent is not among them is at the top. */
export function flattenTree<Row>(shape: TreeShape<Row>, isOpen: (key: number) => boolean): TreeRow<Row>[] {
  const below = childrenOf(shape);
  const flat: TreeRow<Row>[] = [];
  const walk = (parentKey: number | null, level: number) => {
    const rows = below.get(parentKey) ?? [];
    for (const [index, row] of rows.entries()) {
      const key = shape.keyOf(row);
      const children = below.get(key)?.length ?? 0;
      const open = children > 0 && isOpen(key);
      flat.push({
        row,
        key,
        parentKey,
        level,
        place: index + 1,
        siblings: rows.length,
        children,
        isOpen: open,
      });
      if (open) walk(key, level + 1);
    }
  };
  walk(null, 1);
  return flat;
}

function childrenOf<Row>(shape: TreeShape<Row>): ReadonlyMap<number | null, readonly Row[]> {
  const known = new Set(shape.rows.map(shape.keyOf));
  const below = new Map<number | null, Row[]>();
  for (const row of shape.rows) {
    const named = shape.parentOf(row);
    const parent = known.has(named) ? named : null;
    const list = below.get(parent);
    if (list === undefined) below.set(parent, [row]);
    else list.push(row);
  }
  return below;
}

/** True where `key` is `other` or is above it: nothing is moved under itself. */
export function isAbove<Row>(shape: TreeShape<Row>, key: number, other: number | null): boolean {
  const parents = new Map(shape.rows.map((row) => [shape.keyOf(row), shape.parentOf(row)]));
  let at = other;
  for (let steps = 0; at !== null && at !== undefined && steps <= parents.size; steps += 1) {
    if (at === key) return true;
    at = parents.get(at) ?? null;
  }
  return false;
}

/** One step up or down among its siblings; null where it is at the end already. */
export function stepOf<Row>(shape: TreeShape<Row>, row: TreeRow<Row>, step: -1 | 1): TreePlace | null {
  const siblings = (childrenOf(shape).get(row.parentKey) ?? []).map(shape.keyOf);
  const at = siblings.indexOf(row.key);
  const target = at + step;
  if (target < 0 || target >= siblings.length) return null;
  const before = step === -1 ? siblings[target] : siblings[target + 1];
  return { parentKey: row.parentKey, before: before ?? null };
}
