import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Column } from "./column.ts";
import { fitWidths } from "./fit-widths.ts";
import { selectionColumnId, selectionWidth } from "./geometry.ts";

/** Rows that are measured: what is first seen. */
const maxMeasured = 12;
/** At both sides of a cell, in px; twice that at the edges of the table (`data-table.css`). */
const cellPadding = 8;
/** The arrow of a column that can be sorted, with its gap, in px. */
const arrowWidth = 17;

type Widths = Readonly<Record<string, number>>;
const asDeclared: Widths = {};
/** By table: what its columns needed in a room, and the widths that they got. A list that is opened again begins with them. */
const lastFits = new Map<string, { key: string; needed: number[]; widths: Widths }>();

/**
 * The widths [px] of the visible columns in the room that there is, by column id; empty where they are as declared.
 * Measured after the browser's own layout and set before it paints: the observer begins before the paint. Widths that
 * somebody gave by hand are left alone.
 */
export function useFittedWidths<Row>(
  scroller: RefObject<HTMLElement | null>,
  given: {
    id: string;
    columns: readonly Column<Row>[];
    rows: readonly Row[];
    /** Columns that somebody showed or hid. */
    shown: Readonly<Record<string, boolean>>;
    isByHand: boolean;
  },
): Widths {
  const { id: table, columns, rows, shown, isByHand } = given;
  const [widths, setWidths] = useState(() => lastFits.get(table)?.widths ?? asDeclared);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows need other widths
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || isByHand) return;
    const measure = () => {
      if (element.clientWidth === 0) return; // hidden
      const room = element.clientWidth - 1; // which is rounded
      const drawn = drawnColumns(element, columns);
      const language = document.documentElement.lang;
      const key = [language, room, ...drawn.map(({ id }) => id)].join(" ");
      const last = lastFits.get(table);
      const before = last?.key === key ? last.needed : [];
      // Ages and live values do not move the columns to and fro: what was needed once is kept.
      const needed = neededWidths(element).map((width, place) => Math.max(width, before[place] ?? 0));
      const fitted = fitWidths(
        // The boxes of the selection keep their width.
        drawn.map((one, place) => ({
          ...one,
          needed: one.id === selectionColumnId ? one.width : (needed[place] ?? 0),
        })),
        room,
      );
      const next = Object.fromEntries(drawn.map(({ id }, place) => [id, fitted[place] ?? 0]));
      const isDeclared = drawn.every(({ id, width }) => next[id] === width);
      const fit = isDeclared ? asDeclared : next;
      lastFits.set(table, { key, needed, widths: fit });
      flushSync(() => setWidths((now) => (isSame(now, fit) ? now : fit)));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, table, columns, rows, shown, isByHand]);
  return isByHand ? asDeclared : widths;
}

function drawnColumns<Row>(element: HTMLElement, columns: readonly Column<Row>[]) {
  const rows = measuredRows(element);
  return [...element.querySelectorAll<HTMLElement>("th[data-column]")].map((head, place) => {
    const id = head.dataset["column"] ?? "";
    const column = columns.find((one) => one.id === id);
    const width = id === selectionColumnId ? selectionWidth : (column?.width ?? head.offsetWidth);
    return { id, width, kind: column?.flexible ? flexible : isWhole(rows, column, place) ? whole : plain };
  });
}

const [wholeParts, day] = [":scope > :is(.num, .code)", /^\d{4}-\d\d-\d\d/];
const [flexible, whole, plain] = ["flexible", "whole", "plain"] as const;

/** Numbers, times and identifiers, which have a class of their own or begin with a day; the record itself. */
function isWhole<Row>(rows: readonly Element[], column: Column<Row> | undefined, place: number): boolean {
  if (column?.required || column?.align === "right") return true;
  const cells = rows.flatMap((row) => row.children[place] ?? []);
  return cells.some((cell) => cell.querySelector(wholeParts) !== null || day.test(cell.textContent));
}

function measuredRows(element: HTMLElement): Element[] {
  return [...element.querySelectorAll("tr.data-table-row")].slice(0, maxMeasured);
}

/** What each column of the table takes, in px, where nothing is cut. */
function neededWidths(element: HTMLElement): number[] {
  const heads = [...element.querySelectorAll<HTMLElement>("th[data-column]")];
  const rows = measuredRows(element);
  const range = document.createRange();
  const widthOf = (node: Element) => {
    range.selectNodeContents(node);
    return range.getBoundingClientRect().width;
  };
  return heads.map((head, place) => {
    const edges = Number(place === 0) + Number(place === heads.length - 1);
    const word = head.querySelector(".data-table-word");
    const arrow = head.querySelector(".data-table-sort") === null ? 0 : arrowWidth;
    const cells = rows.flatMap((row) => row.children[place] ?? []).map(widthOf);
    const contents = Math.max(word === null ? 0 : widthOf(word) + arrow, ...cells);
    return Math.ceil(contents + (2 + edges) * cellPadding);
  });
}

function isSame(one: Widths, other: Widths): boolean {
  const ids = Object.keys(other);
  return ids.length === Object.keys(one).length && ids.every((id) => one[id] === other[id]);
}
