import type { ReactNode } from "react";

/** A column of the kit's table. */
export type Column<Row> = {
  id: string;
  /** The word in the head and in the list of columns. */
  label: string;
  /** Is in the head, behind the word, in the quiet type of units. */
  unit?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** In px. Columns share what is left over in the proportion of their widths. */
  width: number;
  align?: "left" | "right" | "center";
  /** The name by which the server sorts; without it the column is not sortable. */
  sortKey?: string | undefined;
  /** Its text may be cut before the table scrolls sideways: names, never identifiers, times or numbers. */
  flexible?: boolean;
  /** Stays at this edge while the others scroll sideways. */
  fixed?: "left" | "right";
  /** Always shown: not in the list of columns. */
  required?: boolean;
  /** Not shown until it is chosen in the list of columns. */
  hiddenAtFirst?: boolean;
  /** Leave the word in the head out (actions). */
  headless?: boolean;
};

/** The actions of a row, `width` px: at the right edge, always shown, without a word in the head. */
export function actionsColumn<Row>(label: string, width: number, cell: Column<Row>["cell"]): Column<Row> {
  return {
    id: "actions",
    label,
    width,
    headless: true,
    required: true,
    fixed: "right",
    align: "right",
    cell,
  };
}

export type Sort = { key: string; order: "asc" | "desc" };
