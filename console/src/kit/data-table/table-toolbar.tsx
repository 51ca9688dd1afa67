import "./table-toolbar.css";
import { Filter, RefreshCw, Rows3 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button.tsx";
import type { Column } from "./column.ts";
import { ColumnsButton } from "./columns-button.tsx";
import { useTableLayout } from "./table-layout.ts";

/** The line over a table: actions at left, the table's own buttons at right. */
export function TableToolbar<Row>(props: {
  tableId: string;
  columns: readonly Column<Row>[];
  /** Add, change, delete, import, export: by permission. */
  children?: ReactNode;
  selectedCount?: number;
  searchShown?: boolean;
  onToggleSearch?: (() => void) | undefined;
  onRefresh?: (() => void) | undefined;
  refreshing?: boolean;
}) {
  const { t } = useTranslation("kit");
  const [layout, changeLayout] = useTableLayout(props.tableId);
  const compact = layout.density === "compact";
  return (
    <div className="table-toolbar">
      <div className="table-toolbar-actions">
        {props.children}
        {props.selectedCount ? (
          <span className="table-toolbar-count">{t("table.selected", { count: props.selectedCount })}</span>
        ) : null}
      </div>
      <div className="table-toolbar-own">
        {props.onToggleSearch ? (
          <IconButton
            label={props.searchShown === false ? t("table.showSearch") : t("table.hideSearch")}
            pressed={props.searchShown === false}
            onClick={props.onToggleSearch}
          >
            <Filter />
          </IconButton>
        ) : null}
        {props.onRefresh ? (
          <IconButton label={t("table.refresh")} onClick={props.onRefresh} busy={props.refreshing ?? false}>
            <RefreshCw />
          </IconButton>
        ) : null}
        <ColumnsButton tableId={props.tableId} columns={props.columns} />
        <span className="table-toolbar-wide">
          <IconButton
            label={`${t("table.density")}: ${compact ? t("table.compact") : t("table.comfortable")}`}
            pressed={compact}
            onClick={() => changeLayout({ density: compact ? "comfortable" : "compact" })}
          >
            <Rows3 />
          </IconButton>
        </span>
      </div>
    </div>
  );
}
