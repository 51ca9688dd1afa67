import { type RefObject, useLayoutEffect, useState } from "react";
import { type WallSize, wallSizeOf } from "./wall-size.ts";

/** The size of the screen that an element is. */
export function useWallSize(place: RefObject<HTMLElement | null>): WallSize {
  const [size, setSize] = useState<WallSize>({ composition: "normal", unit: 1 });
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => {
      const next = wallSizeOf(element.clientWidth, element.clientHeight);
      setSize((now) => (now.composition === next.composition && now.unit === next.unit ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return size;
}
