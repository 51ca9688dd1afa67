import "./day-bars.css";
import { formatNumber } from "../kit/number.ts";

/** A day of a series; one without a value is left open, which is no zero. */
export type BarDay = {
  day: string;
  value: number | null;
  /** Its 95 % interval. */
  interval: { low: number; high: number } | null;
  /** It substitutes for what lies below a limit. */
  isHollow: boolean;
};

const height = 214;
const foot = 22;
const head = 22;
const left = 52;
const width = 1120;
const dayMs = 86_400_000;
const maxDays = 400;

/** Bars of a span, day by day, with their uncertainty; where `onShow` is given, a click on one reports its day. */
export function DayBars(props: {
  days: readonly BarDay[];
  isShaded: (day: string) => boolean;
  label: string;
  /** Of the axis. */
  unit: string;
  /** The interval of the mean, over the whole span. */
  band?: { low: number; high: number } | null;
  onShow?: (day: string) => void;
}) {
  const { days, band = null } = props;
  const top = Math.max(
    1e-12,
    band?.high ?? 0,
    ...days.map((day) => Math.max(day.value ?? 0, day.interval?.high ?? 0)),
  );
  const step = niceStep(top / 4);
  const max = Math.ceil(top / step) * step;
  const y = (value: number) => head + (height - foot - head) * (1 - value / max);
  const pitch = (width - left) / Math.max(days.length, 7);
  const bar = Math.max(2, Math.min(36, pitch * 0.6));
  const every = Math.ceil(days.length / 12);
  const ticks = Array.from({ length: Math.round(max / step) + 1 }, (_, at) => at * step);
  return (
    <div className="day-bars">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={props.label}>
        {days.map(({ day }, at) =>
          props.isShaded(day) ? (
            <rect
              key={day}
              x={left + at * pitch}
              y={head}
              width={pitch}
              height={height - foot - head}
              className="day-bars-weekend"
            />
          ) : null,
        )}
        {band === null ? null : (
          <rect
            x={left}
            y={y(band.high)}
            width={width - left}
            height={Math.max(1, y(band.low) - y(band.high))}
            className="day-bars-band"
          />
        )}
        <text x={0} y={11} className="day-bars-tick">
          {props.unit}
        </text>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="day-bars-grid" />
            <text x={left - 6} y={y(tick) + 4} textAnchor="end" className="day-bars-tick">
              {formatNumber(rounded(tick))}
            </text>
          </g>
        ))}
        {days.map((one, at) => (
          <Bar
            key={one.day}
            {...{ one, y, bar, onShow: props.onShow }}
            x={left + at * pitch + pitch / 2}
            label={at % every === 0 ? tickOf(one.day, days[at - every]?.day) : ""}
          />
        ))}
      </svg>
    </div>
  );
}

/** Month and day; with the year where it begins or changes. */
function tickOf(day: string, before: string | undefined): string {
  return before?.slice(0, 4) === day.slice(0, 4) ? day.slice(5) : day;
}

function Bar(props: {
  one: BarDay;
  x: number;
  bar: number;
  label: string;
  y: (value: number) => number;
  onShow: ((day: string) => void) | undefined;
}) {
  const { one, x, bar, y, onShow } = props;
  const { day, value, interval, isHollow } = one;
  const label = value === null ? day : `${day}: ${formatNumber(rounded(value))}`;
  const act =
    onShow === undefined
      ? {}
      : {
          role: "button",
          tabIndex: 0,
          "aria-label": label,
          onClick: () => onShow(day),
          onKeyDown: (event: { key: string }) => {
            if (event.key === "Enter") onShow(day);
          },
        };
  const names = ["day-bar", isHollow ? "day-bar-hollow" : "", onShow === undefined ? "" : "day-bar-button"];
  return (
    <g>
      {value === null ? null : (
        <g {...act} className={names.filter(Boolean).join(" ")}>
          <title>{label}</title>
          <rect
            x={x - bar / 2}
            y={Math.min(y(value), y(0) - 2)}
            width={bar}
            height={Math.max(2, y(0) - y(value))}
            rx="1.5"
          />
          {interval === null ? null : (
            <line x1={x} x2={x} y1={y(interval.high)} y2={y(interval.low)} className="day-bars-error" />
          )}
        </g>
      )}
      <text
        x={Math.max(left, Math.min(x, width - 32))}
        y={height - 6}
        textAnchor="middle"
        className="day-bars-tick"
      >
        {props.label}
      </text>
    </g>
  );
}

/** Every day of the span, else from the first to the last; those that are not there are left open. */
export function withGaps(known: readonly BarDay[], span?: { from: string; until: string }): BarDay[] {
  const byDay = new Map(known.map((one) => [one.day, one]));
  const names = [...byDay.keys()].sort();
  const first = span?.from ?? names[0];
  const last = span?.until ?? names.at(-1);
  if (first === undefined || last === undefined) return [];
  const days: BarDay[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last) && days.length < maxDays; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push(byDay.get(day) ?? { day, value: null, interval: null, isHollow: false });
  }
  return days;
}

const weekDays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** Whether a day is one of these weekdays. */
export function isOneOf(day: string, named: readonly string[]): boolean {
  return named.includes(weekDays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "");
}

/** Four significant digits: an uncertainty leaves no more of them. */
export function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** 1, 2 or 5 times a power of ten, at least as large. */
function niceStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(min));
  return power * ([1, 2, 5].find((one) => one * power >= min) ?? 10);
}
