import type { Table } from "@tanstack/react-table";
import { memo } from "react";
import { useKitWords } from "../use-kit-words.ts";
import { useSteady } from "../use-steady.ts";
import { CheckMark } from "./check-mark.tsx";
import type { Column } from "./column.ts";
import { cellClass, selectionColumnId } from "./geometry.ts";
import type { RowWindow } from "./row-window.ts";

export function DataTableBody<Row>(props: {
  table: Table<Row>;
  columns: readonly Column<Row>[];
  onRowClick: ((row: Row) => void) | undefined;
  /** The rows that are drawn; null for all. */
  rowWindow: RowWindow | null;
}) {
  const { table, columns, onRowClick, rowWindow } = props;
  const ids = table.getVisibleLeafColumns().map(({ id }) => id);
  const select = useSteady((id: string, on: boolean) => table.getRow(id).toggleSelected(on));
  const click = useSteady((row: Row) => onRowClick?.(row));
  const all = table.getRowModel().rows;
  const drawn = rowWindow === null ? all : all.slice(rowWindow.from, rowWindow.to);
  return (
    <tbody>
      {rowWindow === null ? null : <Room height={rowWindow.above} columns={ids.length} />}
      {drawn.map((row, place) => (
        <BodyRow
          key={row.id}
          // The head is the first row.
          rowIndex={rowWindow === null ? undefined : rowWindow.from + place + 2}
          id={row.id}
          row={row.original}
          columns={columns}
          columnIds={ids.join(" ")}
          selected={row.getIsSelected()}
          onSelect={select}
          onClick={onRowClick === undefined ? undefined : click}
        />
      ))}
      {rowWindow === null ? null : <Room height={rowWindow.below} columns={ids.length} />}
    </tbody>
  );
}

/** Stands for the rows that are not drawn, so that the bar at the side is as long as all of them. */
function Room({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}

type BodyRowProps<Row> = {
  id: string;
  rowIndex: number | undefined;
  row: Row;
  columns: readonly Column<Row>[];
  /** Joined by spaces: a text stays the same where a list would be another one. */
  columnIds: string;
  selected: boolean;
  onSelect: (id: string, on: boolean) => void;
  onClick: ((row: Row) => void) | undefined;
};

/** Memoised: a live value gives one row a new identity, and only that row is drawn again. */
const BodyRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>(props: BodyRowProps<Row>) {
  const { id: rowId, row, selected, onClick } = props;
  const t = useKitWords();
  return (
    <tr
      className={selected ? "data-table-row data-table-selected" : "data-table-row"}
      aria-rowindex={props.rowIndex}
      onClick={onClick === undefined ? undefined : () => onClick(row)}
    >
      {props.columnIds.split(" ").map((id) => {
        const column = props.columns.find((candidate) => candidate.id === id);
        return (
          <td key={id} className={cellClass(column)}>
            {id === selectionColumnId ? (
              <CheckMark
                label={t("table.selectRow")}
                checked={selected}
                onChange={(on) => props.onSelect(rowId, on)}
              />
            ) : (
              column?.cell(row)
            )}
          </td>
        );
      })}
    </tr>
  );
}
