import type { ReactNode } from "react";

/** A column of the kit's table. */
export type Column<Row> = {
  id: string;
  /** The word in the head and in the list of columns. */
  label: string;
  /** Stands in the head, behind the word, in the quiet type of units. */
  unit?: string | undefined;
  cell: (row: Row) => ReactNode;
  /** In px. Columns share what is left over in the proportion of their widths. */
  width: number;
  align?: "left" | "right" | "center";
  /** The name by which the server sorts; without it the column is not sortable. */
  sortKey?: string | undefined;
  /** Stays at this edge while the others scroll sideways. */
  fixed?: "left" | "right";
  /** Always shown: not in the list of columns. */
  required?: boolean;
  /** Not shown until it is chosen in the list of columns. */
  hiddenAtFirst?: boolean;
  /** Leave the word in the head out (actions). */
  headless?: boolean;
};

export type Sort = { key: string; order: "asc" | "desc" };
