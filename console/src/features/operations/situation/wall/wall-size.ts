/**
 * One grid and three compositions by the aspect ratio: as drawn for 1920 x 1080, wide for two or three screens side by
 * side, upright with the map above and the columns below. Everything is measured in units of the drawing; the unit is
 * rounded to a sixteenth of a pixel, so that hairlines stay crisp.
 */
export type Composition = "normal" | "wide" | "upright";

export type WallSize = { composition: Composition; unit: number };

const drawnFor: Readonly<Record<Composition, { width: number; height: number }>> = {
  normal: { width: 1920, height: 1080 },
  wide: { width: 2560, height: 1080 },
  upright: { width: 1080, height: 1920 },
};

export function wallSizeOf(width: number, height: number): WallSize {
  const ratio = height > 0 ? width / height : 16 / 9;
  const composition = ratio < 1 ? "upright" : ratio >= 2.8 ? "wide" : "normal";
  const drawn = drawnFor[composition];
  const unit = Math.min(width / drawn.width, height / drawn.height);
  return { composition, unit: Math.max(1 / 16, Math.floor(unit * 16) / 16) };
}
