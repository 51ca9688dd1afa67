import "./day-trend.css";
import "./week-bars.css";
import type { ProfileDay } from "@tracewater/contract/laboratory/week-profile";
import { useRef } from "react";
import { formatNumber } from "../kit/number.ts";
import { scaleTo } from "./chart-scale.ts";
import { rounded } from "./day-bars.tsx";
import { useWidth } from "./use-width.ts";

const height = 200;
const left = 48;
const head = 18;
const foot = 24;

/** The days of the week: a bar for the mean, a dot for each day. */
export function WeekBars(props: {
  days: readonly (ProfileDay & { label: string; isShaded: boolean })[];
  colour: string;
  label: string;
}) {
  const { days, colour } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 520);
  const { max, ticks } = scaleTo(Math.max(0, ...days.flatMap((day) => [day.mean ?? 0, ...day.values])));
  const pitch = (width - left) / 7;
  const y = (value: number) => head + (height - foot - head) * (1 - value / max);
  return (
    <div className="week-bars" style={{ color: colour }} ref={box}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={props.label}>
        {days.map((day, at) =>
          day.isShaded ? (
            <rect
              key={day.day}
              {...{ x: left + at * pitch, y: head, width: pitch, height: height - foot - head }}
              className="day-trend-weekend"
            />
          ) : null,
        )}
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="day-trend-grid" />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="day-trend-word">
              {formatNumber(rounded(tick))}
            </text>
          </g>
        ))}
        {days.map((day, at) => {
          const middle = left + (at + 0.5) * pitch;
          const above = Math.min(...day.values.map(y), day.mean === null ? height : y(day.mean)) - 6;
          return (
            <g key={day.day}>
              {day.mean === null ? null : (
                <>
                  <rect
                    {...{ x: middle - pitch * 0.3, y: y(day.mean), width: pitch * 0.6 }}
                    height={y(0) - y(day.mean)}
                    className="week-bar"
                  />
                  <text x={middle} y={above} textAnchor="middle" className="week-bars-value">
                    {formatNumber(rounded(day.mean))}
                  </text>
                </>
              )}
              {day.values.map((value, nth) => (
                <circle
                  // biome-ignore lint/suspicious/noArrayIndexKey: two days may have one value
                  key={nth}
                  cx={
                    middle +
                    (nth - (day.values.length - 1) / 2) * Math.min(7, (pitch * 0.5) / day.values.length)
                  }
                  cy={y(value)}
                  r="2.4"
                  fill="currentcolor"
                />
              ))}
              <text x={middle} y={height - 6} textAnchor="middle" className="day-trend-word">
                {day.label}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
