import Button from "antd/es/button";
import Popover from "antd/es/popover";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "./column.ts";
import { visibilityOf } from "./data-table.tsx";
import { resetTableLayout, useTableLayout } from "./table-layout.ts";

/** Which columns are shown; opened by the button it is given. */
export function ColumnChooser<Row>(props: {
  tableId: string;
  columns: readonly Column<Row>[];
  children: ReactElement;
}) {
  const { t } = useTranslation("kit");
  const [layout, changeLayout] = useTableLayout(props.tableId);
  const shown = visibilityOf(props.columns, layout.shown);
  const list = (
    <div className="column-chooser">
      {props.columns
        .filter((column) => !column.required)
        .map((column) => (
          <label key={column.id} className="column-chooser-item">
            <input
              type="checkbox"
              className="data-table-check"
              checked={shown[column.id] ?? true}
              onChange={(event) =>
                changeLayout({ shown: { ...layout.shown, [column.id]: event.target.checked } })
              }
            />
            {column.label}
          </label>
        ))}
      <div className="column-chooser-foot">
        <Button size="small" onClick={() => resetTableLayout(props.tableId)}>
          {t("table.resetColumns")}
        </Button>
      </div>
    </div>
  );
  return (
    <Popover content={list} trigger="click" placement="bottomRight" arrow={false}>
      {props.children}
    </Popover>
  );
}
