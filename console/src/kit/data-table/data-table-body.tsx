import type { Table } from "@tanstack/react-table";
import { memo } from "react";
import { useKitWords } from "../use-kit-words.ts";
import { useSteady } from "../use-steady.ts";
import { CheckMark } from "./check-mark.tsx";
import type { Column } from "./column.ts";
import { cellClass, selectionColumnId } from "./geometry.ts";

export function DataTableBody<Row>(props: {
  table: Table<Row>;
  columns: readonly Column<Row>[];
  onRowClick: ((row: Row) => void) | undefined;
}) {
  const { table, columns, onRowClick } = props;
  const ids = table.getVisibleLeafColumns().map(({ id }) => id);
  const select = useSteady((id: string, on: boolean) => table.getRow(id).toggleSelected(on));
  const click = useSteady((row: Row) => onRowClick?.(row));
  return (
    <tbody>
      {table.getRowModel().rows.map((row) => (
        <BodyRow
          key={row.id}
          id={row.id}
          row={row.original}
          columns={columns}
          columnIds={ids.join(" ")}
          selected={row.getIsSelected()}
          onSelect={select}
          onClick={onRowClick === undefined ? undefined : click}
        />
      ))}
    </tbody>
  );
}

type BodyRowProps<Row> = {
  id: string;
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
