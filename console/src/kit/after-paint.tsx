import { type ReactNode, startTransition, useEffect, useState } from "react";

/**
 * Draws `instead` in the first picture of a page and its children right after it: controls that are dear to make
 * must not hold up the rows that one came for. `instead` has the same size, so that nothing moves.
 */
export function AfterPaint(props: { instead: ReactNode; children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    // A frame's callbacks run before it is painted, and a transition gives way to the paint.
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted ? props.children : props.instead;
}
