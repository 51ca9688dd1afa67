import "./grid-lines.css";
import { formatNumber } from "../kit/number.ts";

/**
 * The lines across a chart with two axes, one at each share of its height, with the value of both axes there. An axis
 * without an end has no values.
 */
export function GridLines(props: {
  shares: readonly number[];
  y: (share: number) => number;
  left: { x: number; end: number | null };
  right: { x: number; end: number | null };
}) {
  const { shares, y, left, right } = props;
  return shares.map((share) => (
    <g key={share}>
      <line className="chart-grid" x1={left.x} x2={right.x} y1={y(share)} y2={y(share)} />
      {left.end === null ? null : (
        <text className="chart-tick" x={left.x - 8} y={y(share) + 4} textAnchor="end">
          {formatNumber(share * left.end, 0)}
        </text>
      )}
      {right.end === null ? null : (
        <text className="chart-tick" x={right.x + 8} y={y(share) + 4}>
          {formatNumber(share * right.end, 0)}
        </text>
      )}
    </g>
  ));
}
