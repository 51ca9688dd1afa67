import "./table-toolbar.css";
import { Columns3 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AfterPaint } from "../after-paint.tsx";
import { IconButton } from "../icon-button.tsx";
import type { Column } from "./column.ts";
import { ColumnChooser } from "./column-chooser.tsx";

/** Opens the list of columns; not on a phone, which shows cards. */
export function ColumnsButton<Row>(props: { tableId: string; columns: readonly Column<Row>[] }) {
  const { t } = useTranslation("kit");
  const button = (
    <IconButton label={t("table.columns")}>
      <Columns3 />
    </IconButton>
  );
  return (
    <span className="table-toolbar-wide">
      <AfterPaint instead={button}>
        <ColumnChooser tableId={props.tableId} columns={props.columns}>
          {button}
        </ColumnChooser>
      </AfterPaint>
    </span>
  );
}
