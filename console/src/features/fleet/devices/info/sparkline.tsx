import { memo } from "react";
import type { SeriesPoint } from "../../../../charts/series-shape.ts";
import { sparkShape, withGaps } from "./sparkline-path.ts";

const width = 120;
const height = 22;
const points = 60;

/** The last hours of a property in one stroke; decoration next to its number, so it is not read aloud. */
export const Sparkline = memo(function Sparkline(props: {
  points: readonly SeriesPoint[];
  begin: number;
  end: number;
  /** Values are late after this long. */
  lateMs: number;
}) {
  const silence = Math.max(props.lateMs, (3 * (props.end - props.begin)) / points);
  const shape = sparkShape(withGaps(props.points, silence), props.begin, props.end, width, height);
  if (shape === null) return <span className="spark" />;
  return (
    <svg
      className="spark"
      viewBox={`-2 -3 ${width + 6} ${height + 6}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={shape.path} vectorEffect="non-scaling-stroke" />
      {shape.end === null ? null : (
        // A line of no length with round caps stays a round dot however the drawing is stretched.
        <path
          className="spark-end"
          d={`M${shape.end.x} ${shape.end.y}h0`}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
});
