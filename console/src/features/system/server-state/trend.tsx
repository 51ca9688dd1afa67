import type { ReactNode } from "react";
import { useId } from "react";
import { Card } from "../../../kit/card.tsx";

type Point = { at: number; value: number };

const width = 260;
const height = 64;

/** One measure: what it is now, and its line over the last minutes. */
export function Trend(props: {
  title: string;
  hint: string;
  value: ReactNode;
  points: readonly Point[];
  /** The scale goes at least so far, so that a calm line looks calm. */
  min: number;
}) {
  const id = useId();
  const line = pathOf(props.points, props.min);
  return (
    <Card className="server-trend">
      <span className="server-trend-title">{props.title}</span>
      <strong className="server-trend-value">{props.value}</strong>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <linearGradient id={id} x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" stopColor="var(--accent)" stopOpacity=".22" />
            <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
          </linearGradient>
        </defs>
        <path d={`${line}L${width} ${height}L0 ${height}Z`} fill={`url(#${id})`} />
        <path
          d={line}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className="server-trend-hint">{props.hint}</span>
    </Card>
  );
}

function pathOf(points: readonly Point[], min: number): string {
  const top = Math.max(min, ...points.map((one) => one.value)) * 1.1;
  const y = (value: number) => (height - (value / top) * height).toFixed(1);
  const [first] = points;
  if (first === undefined) return `M0 ${height}L${width} ${height}`;
  if (points.length === 1) return `M0 ${y(first.value)}L${width} ${y(first.value)}`;
  const step = width / (points.length - 1);
  return points.map((one, at) => `${at === 0 ? "M" : "L"}${(at * step).toFixed(1)} ${y(one.value)}`).join("");
}
