import type { Header, Table } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CheckMark } from "./check-mark.tsx";
import type { Column, Sort } from "./column.ts";
import { cellClass, selectionColumnId, widthStyle } from "./geometry.ts";

type SortProps = { sort: Sort | undefined; onSort: ((sort: Sort | undefined) => void) | undefined };

export function DataTableHead<Row>(
  props: { table: Table<Row>; columns: readonly Column<Row>[] } & SortProps,
) {
  const headers = props.table.getFlatHeaders();
  return (
    <thead>
      <tr>
        {headers.map((header) => {
          const column = props.columns.find(({ id }) => id === header.column.id);
          return header.column.id === selectionColumnId || !column ? (
            <SelectionHead key={header.id} table={props.table} header={header} />
          ) : (
            <HeadCell
              key={header.id}
              header={header}
              column={column}
              sort={props.sort}
              onSort={props.onSort}
            />
          );
        })}
      </tr>
    </thead>
  );
}

function SelectionHead<Row>({ table, header }: { table: Table<Row>; header: Header<Row, unknown> }) {
  const { t } = useTranslation("kit");
  return (
    <th className="data-table-cell" data-column={selectionColumnId} style={widthStyle(header.getSize())}>
      <CheckMark
        label={t("table.selectAll")}
        checked={table.getIsAllRowsSelected()}
        mixed={table.getIsSomeRowsSelected()}
        onChange={(checked) => table.toggleAllRowsSelected(checked)}
      />
    </th>
  );
}

function HeadCell<Row>(props: { header: Header<Row, unknown>; column: Column<Row> } & SortProps) {
  const { header, column, sort } = props;
  const order = column.sortKey !== undefined && sort?.key === column.sortKey ? sort.order : undefined;
  return (
    <th
      className={cellClass(column)}
      data-column={column.id}
      style={widthStyle(header.getSize())}
      aria-sort={order === undefined ? undefined : order === "asc" ? "ascending" : "descending"}
    >
      {column.headless ? (
        <span className="visually-hidden">{column.label}</span>
      ) : column.sortKey !== undefined && props.onSort ? (
        <SortButton column={column} sortKey={column.sortKey} order={order} onSort={props.onSort} />
      ) : (
        <HeadLabel column={column} />
      )}
      {header.column.getCanResize() ? <ResizeGrip header={header} column={column} /> : null}
    </th>
  );
}

function HeadLabel<Row>({ column }: { column: Column<Row> }) {
  return (
    <span className="data-table-word">
      {column.label}
      {column.unit ? <span className="data-table-unit"> {column.unit}</span> : null}
    </span>
  );
}

/** Ascending, descending, as the server likes it: in this round. */
function SortButton<Row>(props: {
  column: Column<Row>;
  sortKey: string;
  order: Sort["order"] | undefined;
  onSort: (sort: Sort | undefined) => void;
}) {
  const { sortKey: key, order } = props;
  const next: Sort | undefined =
    order === undefined ? { key, order: "asc" } : order === "asc" ? { key, order: "desc" } : undefined;
  const Arrow = order === undefined ? ChevronsUpDown : order === "asc" ? ArrowUp : ArrowDown;
  return (
    <button type="button" className="data-table-sort" onClick={() => props.onSort(next)}>
      <HeadLabel column={props.column} />
      <Arrow size={13} className={order === undefined ? "data-table-unsorted" : ""} aria-hidden="true" />
    </button>
  );
}

function ResizeGrip<Row>({ header, column }: { header: Header<Row, unknown>; column: Column<Row> }) {
  const { t } = useTranslation("kit");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a convenience of the pointer; columns are hidden by keyboard too
    <span
      role="presentation"
      className={header.column.getIsResizing() ? "data-table-grip data-table-grip-held" : "data-table-grip"}
      title={t("table.resize", { column: column.label })}
      onMouseDown={header.getResizeHandler()}
      onTouchStart={header.getResizeHandler()}
      onDoubleClick={() => header.column.resetSize()}
    />
  );
}
