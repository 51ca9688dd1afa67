import type { Load } from "@tracewater/contract/laboratory/loads";
import { formatNumber } from "../../../kit/number.ts";
import { rounded } from "./load-columns.tsx";
import { isWeekend, type TrendDay } from "./trend.ts";

const height = 200;
const foot = 22;
const head = 8;
const left = 52;
const width = 1120;

/** Bars with their uncertainty; a click on one shows how it was made. */
export function TrendBars(props: { days: readonly TrendDay[]; label: string; onShow: (load: Load) => void }) {
  const { days } = props;
  const top = Math.max(1e-12, ...days.map((day) => (day.value ?? 0) + (day.uncertainty ?? 0)));
  const step = niceStep(top / 4);
  const most = Math.ceil(top / step) * step;
  const y = (value: number) => head + (height - foot - head) * (1 - value / most);
  const pitch = (width - left) / Math.max(days.length, 7);
  const bar = Math.max(2, Math.min(36, pitch * 0.6));
  const every = Math.ceil(days.length / 12);
  const ticks = Array.from({ length: Math.round(most / step) + 1 }, (_, at) => at * step);
  return (
    <div className="load-trend">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={props.label}>
        {days.map(({ day }, at) =>
          isWeekend(day) ? (
            <rect
              key={day}
              x={left + at * pitch}
              y={head}
              width={pitch}
              height={height - foot - head}
              className="load-weekend"
            />
          ) : null,
        )}
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="load-grid" />
            <text x={left - 6} y={y(tick) + 4} textAnchor="end" className="load-tick">
              {formatNumber(rounded(tick))}
            </text>
          </g>
        ))}
        {days.map((one, at) => (
          <Bar
            key={one.day}
            {...{ one, y, bar, onShow: props.onShow }}
            x={left + at * pitch + pitch / 2}
            word={at % every === 0 ? one.day.slice(5) : ""}
          />
        ))}
      </svg>
    </div>
  );
}

function Bar(props: {
  one: TrendDay;
  x: number;
  bar: number;
  word: string;
  y: (value: number) => number;
  onShow: (load: Load) => void;
}) {
  const { one, x, bar, y } = props;
  const { load, value, uncertainty } = one;
  return (
    <g>
      {load === null || value === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a drawing
        <g
          role="button"
          tabIndex={0}
          aria-label={`${one.day}: ${formatNumber(rounded(value))}`}
          className={load.substituted === "1" ? "load-bar load-bar-below" : "load-bar"}
          onClick={() => props.onShow(load)}
          onKeyDown={(event) => {
            if (event.key === "Enter") props.onShow(load);
          }}
        >
          <title>{`${one.day}: ${formatNumber(rounded(value))}`}</title>
          <rect
            x={x - bar / 2}
            y={Math.min(y(value), y(0) - 2)}
            width={bar}
            height={Math.max(2, y(0) - y(value))}
            rx="1.5"
          />
          {uncertainty === null ? null : (
            <line
              x1={x}
              x2={x}
              y1={y(value + uncertainty)}
              y2={y(Math.max(0, value - uncertainty))}
              className="load-error"
            />
          )}
        </g>
      )}
      <text x={x} y={height - 6} textAnchor="middle" className="load-tick">
        {props.word}
      </text>
    </g>
  );
}

/** 1, 2 or 5 times a power of ten, at least as large. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((one) => one * power >= least) ?? 10);
}
