import type { Table, Row as TableRow } from "@tanstack/react-table";
import { useTranslation } from "react-i18next";
import { CheckMark } from "./check-mark.tsx";
import type { Column } from "./column.ts";
import { cellClass, selectionColumnId } from "./geometry.ts";

export function DataTableBody<Row>(props: {
  table: Table<Row>;
  columns: readonly Column<Row>[];
  onRowClick: ((row: Row) => void) | undefined;
}) {
  const columnIds = props.table.getVisibleLeafColumns().map(({ id }) => id);
  return (
    <tbody>
      {props.table.getRowModel().rows.map((row) => (
        <BodyRow
          key={row.id}
          row={row}
          columns={props.columns}
          columnIds={columnIds}
          onClick={props.onRowClick}
        />
      ))}
    </tbody>
  );
}

function BodyRow<Row>(props: {
  row: TableRow<Row>;
  columns: readonly Column<Row>[];
  columnIds: readonly string[];
  onClick: ((row: Row) => void) | undefined;
}) {
  const { row, onClick } = props;
  const { t } = useTranslation("kit");
  const selected = row.getIsSelected();
  return (
    <tr
      className={selected ? "data-table-row data-table-selected" : "data-table-row"}
      onClick={onClick === undefined ? undefined : () => onClick(row.original)}
    >
      {props.columnIds.map((id) => {
        const column = props.columns.find((candidate) => candidate.id === id);
        return (
          <td key={id} className={cellClass(column)}>
            {id === selectionColumnId ? (
              <CheckMark
                label={t("table.selectRow")}
                checked={selected}
                onChange={(on) => row.toggleSelected(on)}
              />
            ) : (
              column?.cell(row.original)
            )}
          </td>
        );
      })}
    </tr>
  );
}
