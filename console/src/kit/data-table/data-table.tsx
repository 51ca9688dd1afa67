import "./data-table.css";
import {
  type ColumnDef,
  getCoreRowModel,
  type RowSelectionState,
  type Table,
  useReactTable,
} from "@tanstack/react-table";
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../empty-state.tsx";
import { Loading } from "../loading.tsx";
import { useIsPhone } from "../phone.ts";
import { useOverflow } from "../use-overflow.ts";
import type { Column, Sort } from "./column.ts";
import { DataTableBody } from "./data-table-body.tsx";
import { DataTableHead } from "./data-table-head.tsx";
import { selectionColumnId, selectionWidth } from "./geometry.ts";
import { useRowWindow } from "./row-window.ts";
import { type Density, useTableLayout } from "./table-layout.ts";
import { useFittedWidths } from "./use-fitted-widths.ts";

export type Selection = {
  keys: readonly string[];
  onChange: (keys: string[]) => void;
};

export type DataTableProps<Row> = {
  /** The name under which columns, widths and density are remembered. */
  id: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection?: Selection | undefined;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort | undefined) => void) | undefined;
  /** The first rows are on their way; later changes keep the old rows, dimmed by `busy`. */
  loading?: boolean;
  busy?: boolean;
  empty?: ReactNode;
  density?: Density;
  cards?: ((row: Row) => ReactNode) | undefined;
  /** Opens the row; what acts by itself in it (a link, a button) keeps its own click. */
  onRowClick?: ((row: Row) => void) | undefined;
  /** The row that is open beside the table. */
  openKey?: string | undefined;
};

/**
 * The list of every page: sticky head, selection, sorting by the server, columns that can be hidden and
 * widened and are remembered under `id`. Under 768 px rows are drawn by `cards`. Of more than 200 rows only those in
 * sight are drawn.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isPhone = useIsPhone();
  const { t } = useTranslation("kit");
  if (props.loading) return <Loading lines={8} />;
  if (props.rows.length === 0) return props.empty ?? <EmptyState title={t("table.none")} />;
  if (!isPhone || !props.cards) return <Grid {...props} />;
  const { cards } = props;
  return (
    <ul className="data-cards">
      {props.rows.map((row) => (
        <li key={props.rowKey(row)} className="data-card">
          {cards(row)}
        </li>
      ))}
    </ul>
  );
}

function Grid<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation("kit");
  const scroller = useRef<HTMLElement>(null);
  const { table, density } = useTable(props, scroller);
  const overflows = useOverflow(scroller, table.getTotalSize());
  const names = ["data-table", `data-table-${density}`];
  if (props.busy) names.push("data-table-busy");
  if (overflows) names.push("data-table-overflows");
  const rowWindow = useRowWindow(scroller, props.rows.length);
  return (
    <section
      className={rowWindow === null ? "data-table-scroll" : "data-table-scroll data-table-long"}
      data-scroll=""
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t("table.scroller")}
    >
      <table
        className={names.join(" ")}
        style={{ minWidth: table.getTotalSize() }}
        aria-busy={props.busy ?? false}
        aria-rowcount={rowWindow === null ? undefined : props.rows.length + 1}
      >
        <DataTableHead table={table} columns={props.columns} sort={props.sort} onSort={props.onSort} />
        <DataTableBody
          table={table}
          columns={props.columns}
          onRowClick={props.onRowClick}
          openKey={props.openKey}
          rowWindow={rowWindow}
        />
      </table>
    </section>
  );
}

function useTable<Row>(
  props: Pick<DataTableProps<Row>, "id" | "columns" | "rows" | "rowKey" | "selection" | "density">,
  scroller: RefObject<HTMLElement | null>,
): { table: Table<Row>; density: Density } {
  const { columns, rows, selection } = props;
  const [layout, changeLayout] = useTableLayout(props.id);
  const isByHand = Object.keys(layout.widths).length > 0;
  const fitted = useFittedWidths(scroller, {
    ...{ id: props.id, columns, rows, isByHand, shown: layout.shown },
  });
  const selectable = selection !== undefined;
  const defs = useMemo(() => makeDefs(columns, selectable), [columns, selectable]);
  const rowSelection: RowSelectionState = Object.fromEntries(
    (selection?.keys ?? []).map((key) => [key, true]),
  );
  const data = useMemo(() => [...props.rows], [props.rows]);
  const table = useReactTable({
    data,
    columns: defs,
    getRowId: props.rowKey,
    getCoreRowModel: getCoreRowModel(),
    columnResizeMode: "onChange",
    enableRowSelection: selection !== undefined,
    manualSorting: true,
    state: {
      rowSelection,
      columnVisibility: visibilityOf(columns, layout.shown),
      columnSizing: { ...fitted, ...layout.widths },
    },
    onRowSelectionChange: (update) => {
      const next = typeof update === "function" ? update(rowSelection) : update;
      selection?.onChange(Object.keys(next).filter((key) => next[key]));
    },
    onColumnSizingChange: (update) => {
      const before = { ...layout.widths };
      changeLayout({ widths: typeof update === "function" ? update(before) : update });
    },
  });
  return { table, density: props.density ?? layout.density };
}

function makeDefs<Row>(columns: readonly Column<Row>[], selectable: boolean): ColumnDef<Row>[] {
  const defs: ColumnDef<Row>[] = columns.map((column) => ({
    id: column.id,
    size: column.width,
    minSize: 40,
    enableResizing: !column.headless,
  }));
  return selectable
    ? [
        { id: selectionColumnId, size: selectionWidth, minSize: selectionWidth, enableResizing: false },
        ...defs,
      ]
    : defs;
}

export function visibilityOf<Row>(
  columns: readonly Column<Row>[],
  shown: Readonly<Record<string, boolean>>,
): Record<string, boolean> {
  return Object.fromEntries(
    columns.map((column) => [column.id, column.required || (shown[column.id] ?? !column.hiddenAtFirst)]),
  );
}
