import type { CSSProperties } from "react";
import type { Column } from "./column.ts";

export const selectionColumnId = "-selection-";
export const selectionWidth = 44;

/** The classes of a head or body cell: its alignment, and the edge at which it stays. */
export function cellClass<Row>(column: Column<Row> | undefined): string {
  const names = ["data-table-cell"];
  if (column?.align === "right") names.push("data-table-right");
  if (column?.align === "center") names.push("data-table-center");
  if (column?.fixed) names.push("data-table-fixed", `data-table-fixed-${column.fixed}`);
  return names.join(" ");
}

export function widthStyle(width: number): CSSProperties {
  return { width };
}
