import { type KeyboardEvent, type RefObject, useState } from "react";
import type { TreeRow } from "./tree-rows.ts";

/** The keyboard of a tree, and the row that it is at: null until one had the focus. */
export function useTreeKeys<Row>(options: {
  rows: readonly TreeRow<Row>[];
  body: RefObject<HTMLElement | null>;
  toggle: (key: number, open: boolean) => void;
  /** Moves the row by one place; undefined where there is none. */
  step: (row: TreeRow<Row>, by: -1 | 1) => (() => void) | undefined;
}) {
  const { rows, body, toggle, step } = options;
  const [active, setActive] = useState<number | null>(null);

  function focus(key: number | undefined): void {
    if (key === undefined) return;
    setActive(key);
    body.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  }

  function onKey(event: KeyboardEvent, row: TreeRow<Row>): void {
    if (event.target !== event.currentTarget) return;
    const at = rows.indexOf(row);
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by !== 0 && event.altKey) step(row, by)?.();
    else if (by !== 0) focus(rows[at + by]?.key);
    else if (event.key === "ArrowRight") row.isOpen ? focus(rows[at + 1]?.key) : toggle(row.key, true);
    else if (event.key === "ArrowLeft")
      row.isOpen ? toggle(row.key, false) : focus(row.parentKey ?? undefined);
    else if (event.key === "Home") focus(rows[0]?.key);
    else if (event.key === "End") focus(rows.at(-1)?.key);
    else return;
    event.preventDefault();
  }

  return { active, setActive, onKey };
}
