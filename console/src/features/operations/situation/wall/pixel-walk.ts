import { useEffect, useState } from "react";

/** The stage moves so far at most, in CSS pixels, and by a step at a time: nobody sees it, and no pixel burns in. */
const reach = 6;
export const stepMs = 90_000;
/** A closed curve that comes by every side: the frequencies have no common divisor. */
const roundMs = 8 * 60_000;

/** Where the stage stands at a moment: a Lissajous figure in whole pixels. */
export function pixelWalkAt(atMs: number): { x: number; y: number } {
  const turn = (Math.floor(atMs / stepMs) * stepMs * 2 * Math.PI) / roundMs;
  return { x: Math.round(reach * Math.sin(3 * turn)) || 0, y: Math.round(reach * Math.sin(2 * turn)) || 0 };
}

export function usePixelWalk(): string {
  const [at, setAt] = useState(() => pixelWalkAt(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setAt(pixelWalkAt(Date.now())), stepMs);
    return () => clearInterval(timer);
  }, []);
  return `${at.x}px ${at.y}px`;
}
