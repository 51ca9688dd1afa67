import { ArrowDown, ArrowUp, ChevronRight, GripVertical } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../data-table/column.ts";
import { IconButton } from "../icon-button.tsx";
import type { TreeRow } from "./tree-rows.ts";
import type { useDrag } from "./use-drag.ts";

type Props<Row> = {
  row: TreeRow<Row>;
  index: number;
  columns: readonly Column<Row>[];
  name: string;
  actions?: ((row: Row) => ReactNode) | undefined;
  drag: ReturnType<typeof useDrag<Row>> | null;
  isPhone: boolean;
  isActive: boolean;
  isFocusable: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onToggle: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

/** One row: its handle, its place in the tree, its cells and what may be done with it; on a phone once it is chosen. */
export function TreeTableRow<Row>(props: Props<Row>) {
  const { row, columns, drag } = props;
  const { t } = useTranslation("kit");
  const zone = drag?.zoneAt(row.key) ?? null;
  const names = ["data-table-row", "tree-table-row"];
  if (zone !== null) names.push(`tree-table-${zone}`);
  if (drag?.isDragged(row.key)) names.push("tree-table-dragged");
  const [first, ...others] = columns;
  const actions = props.actions === undefined ? null : <Actions {...props} />;
  return (
    <tr
      className={names.join(" ")}
      data-key={row.key}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-rowindex={props.index}
      aria-expanded={row.children > 0 ? row.isOpen : undefined}
      tabIndex={props.isFocusable ? 0 : -1}
      onFocus={props.onFocus}
      onClick={props.onFocus}
      onKeyDown={props.onKeyDown}
      {...drag?.target(row)}
    >
      <td className="data-table-cell">
        <div className="tree-table-first" style={{ paddingLeft: (row.level - 1) * 20 }}>
          {drag === null ? null : (
            <span className="tree-table-grip" aria-hidden="true" {...drag.handle(row.row)}>
              <GripVertical size={14} />
            </span>
          )}
          {row.children === 0 ? (
            <span className="tree-table-leaf" />
          ) : (
            <button
              type="button"
              tabIndex={-1}
              className={row.isOpen ? "tree-table-fold tree-table-open" : "tree-table-fold"}
              aria-label={t(row.isOpen ? "tree.fold" : "tree.unfold", { name: props.name })}
              onClick={props.onToggle}
            >
              <ChevronRight size={16} strokeWidth={1.5} />
            </button>
          )}
          <span className="tree-table-name">{first?.cell(row.row)}</span>
        </div>
        {props.isPhone && props.isActive ? actions : null}
      </td>
      {others.map((column) => (
        <td
          key={column.id}
          className={column.align === "right" ? "data-table-cell data-table-right" : "data-table-cell"}
        >
          {column.cell(row.row)}
        </td>
      ))}
      {actions === null || props.isPhone ? null : (
        <td className="data-table-cell data-table-right">{actions}</td>
      )}
    </tr>
  );
}

function Actions<Row>(props: Props<Row>) {
  const { drag, row } = props;
  const { t } = useTranslation("kit");
  return (
    <span className="tree-table-actions">
      {drag === null ? null : (
        <>
          <IconButton
            label={t("tree.up", { name: props.name })}
            disabled={props.onUp === undefined}
            onClick={props.onUp}
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            label={t("tree.down", { name: props.name })}
            disabled={props.onDown === undefined}
            onClick={props.onDown}
          >
            <ArrowDown />
          </IconButton>
        </>
      )}
      {props.actions?.(row.row)}
    </span>
  );
}
