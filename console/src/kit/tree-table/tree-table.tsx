/*
 * A tree with columns: rows are folded, unfolded and put in order, by the pointer (a handle at each row) and by the
 * keyboard (arrows walk, right and left unfold and fold, Alt with up or down moves). Only rows in sight are drawn.
 */
import "../data-table/data-table.css";
import "./tree-table.css";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../data-table/column.ts";
import { useIsPhone } from "../phone.ts";
import { flattenTree, stepOf, type TreePlace, type TreeRow, type TreeShape } from "./tree-rows.ts";
import { TreeTableRow } from "./tree-table-row.tsx";
import { useDrag } from "./use-drag.ts";
import { useTreeKeys } from "./use-tree-keys.ts";
import { useWindow } from "./use-window.ts";

export type TreeTableProps<Row> = TreeShape<Row> & {
  label: string;
  /** The first holds the name, its indent and the handles; on a phone it is alone with the actions. */
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  /** How many levels are unfolded at first. */
  openLevels: number;
  actions?: ((row: Row) => ReactNode) | undefined;
  actionsWidth?: number;
  /** Without it nothing is moved. */
  onMove?: ((row: Row, place: TreePlace) => void) | undefined;
  mayHold?: (row: Row, parent: Row | null) => boolean;
};

const rowHeight = 44;

export function TreeTable<Row>(props: TreeTableProps<Row>) {
  const isPhone = useIsPhone();
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, toggle } = useTreeRows(props);
  const shown = useWindow(rows.length, rowHeight);
  const drag = useDrag({
    shape: props,
    mayHold: props.mayHold ?? (() => true),
    onMove: (row, place) => props.onMove?.(row, place),
  });
  const columns = isPhone ? props.columns.slice(0, 1) : props.columns;
  const step = (row: TreeRow<Row>, by: -1 | 1) => {
    const place = stepOf(props, row, by);
    const mayStep = props.onMove !== undefined && place !== null;
    return mayStep ? () => props.onMove?.(row.row, place) : undefined;
  };
  const { active, setActive, onKey } = useTreeKeys({ rows, body, toggle, step });
  return (
    <section
      className="data-table-scroll tree-table-scroll"
      data-scroll=""
      aria-label={props.label}
      onScroll={shown.onScroll}
    >
      <table
        className="data-table data-table-comfortable tree-table"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a treegrid is a table with this role
        role="treegrid"
        aria-label={props.label}
        aria-rowcount={rows.length}
      >
        <TreeTableHead
          columns={columns}
          isPhone={isPhone}
          actionsWidth={props.actions === undefined || isPhone ? null : (props.actionsWidth ?? 120)}
        />
        <tbody ref={body}>
          {shown.above > 0 ? <tr style={{ height: shown.above }} /> : null}
          {rows.slice(shown.first, shown.last).map((row, place) => (
            <TreeTableRow
              key={row.key}
              row={row}
              index={shown.first + place + 1}
              columns={columns}
              isPhone={isPhone}
              isActive={row.key === active}
              name={props.nameOf(row.row)}
              actions={props.actions}
              drag={props.onMove === undefined ? null : drag}
              isFocusable={active === null ? row === rows[0] : row.key === active}
              onFocus={() => setActive(row.key)}
              onKeyDown={(event) => onKey(event, row)}
              onToggle={() => toggle(row.key, !row.isOpen)}
              onUp={step(row, -1)}
              onDown={step(row, 1)}
            />
          ))}
          {shown.below > 0 ? <tr style={{ height: shown.below }} /> : null}
        </tbody>
      </table>
    </section>
  );
}

/** `actionsWidth`: in px; null where the actions have no column of their own. */
function TreeTableHead<Row>(props: {
  columns: readonly Column<Row>[];
  isPhone: boolean;
  actionsWidth: number | null;
}) {
  const { columns, isPhone, actionsWidth } = props;
  const { t } = useTranslation("kit");
  return (
    <>
      <colgroup>
        {columns.map((column) => (
          <col key={column.id} style={isPhone ? {} : { width: column.width }} />
        ))}
        {actionsWidth === null ? null : <col style={{ width: actionsWidth }} />}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={cellClass(column)}>
              {column.label}
            </th>
          ))}
          {actionsWidth === null ? null : (
            <th className="data-table-cell">
              <span className="visually-hidden">{t("tree.actions")}</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  );
}

function cellClass<Row>(column: Column<Row>): string {
  return column.align === "right" ? "data-table-cell data-table-right" : "data-table-cell";
}

/** The rows that no folded one hides, and the way to fold or unfold one. */
function useTreeRows<Row>(props: TreeTableProps<Row>) {
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const levels = levelsOf(props);
  const rows = flattenTree(props, (key) => toggled.get(key) ?? (levels.get(key) ?? 1) <= props.openLevels);
  return {
    rows,
    toggle: (key: number, open: boolean) => setToggled(new Map(toggled).set(key, open)),
  };
}

/** How deep each row is. */
function levelsOf<Row>(shape: TreeShape<Row>): ReadonlyMap<number, number> {
  return new Map(flattenTree(shape, () => true).map((row) => [row.key, row.level]));
}
