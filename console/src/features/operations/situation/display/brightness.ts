import type { Shown } from "./display-memory.ts";

type Dimming = Pick<Shown, "dimFrom" | "dimUntil" | "dimPercent">;

/** The brightness of a screen at a minute of the day (HH:mm), from 0 to 1; the dimmed hours may go over midnight. */
export function brightnessAt(minute: string, { dimFrom, dimUntil, dimPercent }: Dimming): number {
  if (dimFrom === null || dimUntil === null) return 1;
  const isDimmed =
    dimFrom < dimUntil ? minute >= dimFrom && minute < dimUntil : minute >= dimFrom || minute < dimUntil;
  return isDimmed ? dimPercent / 100 : 1;
}
