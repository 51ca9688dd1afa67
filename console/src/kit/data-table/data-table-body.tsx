import type { Table } from "@tanstack/react-table";
import { type MouseEvent, memo } from "react";
import { useKitTranslation } from "../use-kit-translation.ts";
import { useSteady } from "../use-steady.ts";
import { CheckMark } from "./check-mark.tsx";
import type { Column } from "./column.ts";
import { cellClass, selectionColumnId } from "./geometry.ts";
import type { RowWindow } from "./row-window.ts";

export function DataTableBody<Row>(props: {
  table: Table<Row>;
  columns: readonly Column<Row>[];
  onRowClick: ((row: Row) => void) | undefined;
  openKey: string | undefined;
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
          selected={row.getIsSelected() || row.id === props.openKey}
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

function rowClass(selected: boolean, opens: boolean): string {
  return ["data-table-row", selected ? "data-table-selected" : "", opens ? "data-table-opens" : ""]
    .filter(Boolean)
    .join(" ");
}

/** A click on a link or a control in the row, in what it opened over the page, or the end of marking a text. */
function actsItself(event: MouseEvent<HTMLTableRowElement>): boolean {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  if (target.closest("a, button, input, label, select, textarea, [role=button]") !== null) return true;
  return (window.getSelection()?.toString() ?? "") !== "";
}

/**
 * The link of the record itself, in a column that is always shown, or the button that opens it: a click anywhere on the
 * row does what a click there does.
 */
function keyOf(row: HTMLTableRowElement): HTMLElement | null {
  return row.querySelector<HTMLElement>("td[data-key] a[href]") ?? row.querySelector("button[data-opens]");
}

/** Memoised: a live value gives one row a new identity, and only that row is drawn again. */
const BodyRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>(props: BodyRowProps<Row>) {
  const { id: rowId, row, selected, onClick } = props;
  const t = useKitTranslation();
  return (
    <tr
      className={rowClass(selected, onClick !== undefined)}
      aria-rowindex={props.rowIndex}
      onClick={(event) => {
        if (actsItself(event)) return;
        if (onClick === undefined) keyOf(event.currentTarget)?.click();
        else onClick(row);
      }}
    >
      {props.columnIds.split(" ").map((id) => {
        const column = props.columns.find((candidate) => candidate.id === id);
        return (
          <td
            key={id}
            className={cellClass(column)}
            data-key={column?.required && !column.headless ? "" : undefined}
          >
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
