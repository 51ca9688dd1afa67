import { type UIEvent, useState } from "react";

/** Below so many rows all of them are drawn. */
const fewRows = 150;
/** Rows drawn above and below what is seen. */
const spare = 20;

/** Which rows of a long list are drawn: those in sight and some around them; the rest is empty room of their height. */
export function useWindow(count: number, rowHeight: number) {
  const [scroll, setScroll] = useState({ top: 0, height: 800 });
  if (count <= fewRows) return { first: 0, last: count, above: 0, below: 0, onScroll: undefined };
  const first = Math.max(0, Math.floor(scroll.top / rowHeight) - spare);
  const last = Math.min(count, Math.ceil((scroll.top + scroll.height) / rowHeight) + spare);
  return {
    first,
    last,
    above: first * rowHeight,
    below: (count - last) * rowHeight,
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>) => {
      const top = Math.floor(currentTarget.scrollTop / (rowHeight * 5)) * rowHeight * 5;
      const height = currentTarget.clientHeight;
      if (top !== scroll.top || height !== scroll.height) setScroll({ top, height });
    },
  };
}
