import { type RefObject, useLayoutEffect, useState } from "react";

/** Up to here every row is drawn: a table of the browser's own costs little. */
const maxDrawn = 200;
/** Rows beyond the edges, so that the next row is there when the focus moves on. */
const spare = 12;
/** Until the first row has reported its own. */
const defaultHeight = 44;

/** The rows that are drawn, and the room of those above and below. All rows are of one line, so of one height. */
export type RowWindow = { from: number; to: number; above: number; below: number };

/** Null where there are few enough rows to draw them all. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number): RowWindow | null {
  const [seen, setSeen] = useState({ top: 0, height: 800, row: defaultHeight });
  const isLong = count > maxDrawn;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!isLong || element === null) return;
    const look = () => {
      const row = element.querySelector<HTMLElement>(".data-table-row")?.offsetHeight || defaultHeight;
      const { scrollTop, clientHeight } = element;
      setSeen((before) =>
        before.top === scrollTop && before.height === clientHeight && before.row === row
          ? before
          : { top: scrollTop, height: clientHeight, row },
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller, isLong]);
  return isLong ? windowOf(seen, count) : null;
}

export function windowOf(seen: { top: number; height: number; row: number }, count: number): RowWindow {
  // A list that became shorter begins no later than its last rows.
  const first = Math.min(Math.floor(seen.top / seen.row), count - 1);
  const shown = Math.ceil(seen.height / seen.row);
  const from = Math.max(0, first - spare);
  const to = Math.min(count, first + shown + spare);
  return { from, to, above: from * seen.row, below: (count - to) * seen.row };
}
