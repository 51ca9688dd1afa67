import type { BoardMeasurement, BoardReading } from "./reading-types.ts";

/** A point along and across a band, in pixels of the picture. */
function pointOf(band: NonNullable<BoardMeasurement["band"]>, along: number, across: number): string {
  const shifted = along + band.lean * across;
  const x = band.x + shifted * band.ux + across * band.uy;
  const y = band.y + shifted * band.uy - across * band.ux;
  return `${x},${y}`;
}

/** The band that was measured, with C and T, over the picture; in its pixels. */
export function ReadingOverlay({ reading }: { reading: BoardReading }) {
  const { band, c, t, lineWidth } = reading.measurement;
  if (band === null) return null;
  const half = band.width / 2;
  const rectangle = (from: number, to: number, share = 1) =>
    [
      pointOf(band, from, -half * share),
      pointOf(band, to, -half * share),
      pointOf(band, to, half * share),
      pointOf(band, from, half * share),
    ].join(" ");
  return (
    <g>
      <polygon className="board-band" points={rectangle(0, band.length)} />
      {c === null ? null : (
        <polygon
          className="board-line-c"
          points={rectangle(c.at - 0.9 * lineWidth, c.at + 0.9 * lineWidth, 0.6)}
        />
      )}
      {t === null ? null : (
        <polygon
          className="board-line-t"
          strokeDasharray={t.isFound ? undefined : "4 3"}
          points={rectangle(t.at - 0.9 * lineWidth, t.at + 0.9 * lineWidth, 0.6)}
        />
      )}
    </g>
  );
}
