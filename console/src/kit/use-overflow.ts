import { type RefObject, useEffect, useState } from "react";

/** Whether an element holds more than its width can show; `count` is what its content depends on. */
export function useOverflow(strip: RefObject<HTMLElement | null>, count: number): boolean {
  const [overflows, setOverflows] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another width
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const measure = () => setOverflows(element.scrollWidth > element.clientWidth + 1);
    // The observer reports the first width too, and after layout: asking here would lay the whole page out once more.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [strip, count]);
  return overflows;
}
