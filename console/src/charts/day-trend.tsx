import "./day-trend.css";
import { useRef } from "react";
import { formatNumber } from "../kit/number.ts";
import { scaleTo } from "./chart-scale.ts";
import { type BarDay, rounded } from "./day-bars.tsx";
import { useWidth } from "./use-width.ts";

const height = 260;
/** Room for the words of the axis: at least this, and more for longer numbers. */
const minLeft = 52;
const letter = 7;
const minRight = 62;
const head = 10;
const foot = 24;
/** From one day named on the axis to the next, in px. */
const dayPitch = 62;
/** A gap's words hang so far below its line; so near to the mean they would lie on it. */
const [gapText, meanRoom] = [16, 14];

/** Days of a span without a value, one after another. */
type TrendGap = { from: string; days: number; text: string };

type TrendProps = {
  /** Every day of the span, see `withGaps`. */
  days: readonly BarDay[];
  gaps: readonly TrendGap[];
  mean: { value: number; text: string } | null;
  isShaded: (day: string) => boolean;
  colour: string;
  label: string;
};

/**
 * A series over all days of its span: each day a point within its 95 % interval, consecutive days joined. Days without
 * a value stay open and are named; weekends are shaded, the mean is dotted. Drawn on the pixels that there are.
 */
export function DayTrend(props: TrendProps) {
  const { days, colour } = props;
  const box = useRef<HTMLDivElement>(null);
  const scale = trendScale(useWidth(box, 760), props);
  return (
    <div className="day-trend" ref={box}>
      <svg viewBox={`0 0 ${scale.width} ${height}`} role="img" aria-label={props.label}>
        <Axes {...props} scale={scale} />
        <Gaps {...props} scale={scale} />
        {runsOf(days).map((run) => (
          <Run key={run.from} run={run} {...{ x: scale.x, y: scale.y, colour }} />
        ))}
      </svg>
    </div>
  );
}

type TrendScale = ReturnType<typeof trendScale>;

/** Where days and values are in a chart of `width` px. */
function trendScale(width: number, { days, mean }: TrendProps) {
  const highs = days.map((day) => Math.max(day.value ?? 0, day.interval?.high ?? 0));
  const { max, ticks } = scaleTo(Math.max(mean?.value ?? 0, ...highs));
  const words = ticks.map((tick) => formatNumber(rounded(tick)));
  const left = Math.max(minLeft, 14 + letter * Math.max(...words.map((word) => word.length)));
  const right = Math.max(minRight, 12 + letter * (mean?.text.length ?? 0));
  const pitch = (width - left - right) / Math.max(days.length, 7);
  return {
    ...{ width, left, pitch, end: left + days.length * pitch, right: width - right },
    ticks: ticks.map((tick, at) => ({ tick, word: words[at] ?? "" })),
    x: (at: number) => left + (at + 0.5) * pitch,
    y: (value: number) => head + (height - foot - head) * (1 - value / max),
  };
}

function Axes({ days, mean, isShaded, scale }: TrendProps & { scale: TrendScale }) {
  const { left, pitch, end, x, y } = scale;
  const every = Math.max(1, Math.ceil(dayPitch / pitch));
  return (
    <>
      {days.map(({ day }, at) =>
        isShaded(day) ? (
          <rect
            key={day}
            {...{ x: left + at * pitch, y: head, width: pitch, height: height - foot - head }}
            className="day-trend-weekend"
          />
        ) : null,
      )}
      {scale.ticks.map(({ tick, word }) => (
        <g key={tick}>
          <line x1={left} x2={scale.right} y1={y(tick)} y2={y(tick)} className="day-trend-grid" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="day-trend-word">
            {word}
          </text>
        </g>
      ))}
      {mean === null ? null : (
        <>
          <line x1={left} x2={end} y1={y(mean.value)} y2={y(mean.value)} className="day-trend-mean" />
          <text x={end + 6} y={y(mean.value) + 4} className="day-trend-word">
            {mean.text}
          </text>
        </>
      )}
      {days.map(({ day }, at) =>
        at % every === 0 ? (
          <text key={day} x={x(at)} y={height - 6} textAnchor="middle" className="day-trend-word">
            {day.slice(5)}
          </text>
        ) : null,
      )}
    </>
  );
}

/** Below the upper edge of the chart, or above its lower one where the mean would lie on their words. */
function Gaps({ days, gaps, mean, scale }: TrendProps & { scale: TrendScale }) {
  const upper = head + 10;
  const isOnMean =
    mean !== null && Math.abs(scale.y(mean.value) - (upper + gapText / 2)) < gapText / 2 + meanRoom;
  const top = isOnMean ? height - foot - gapText - 12 : upper;
  return gaps.map((gap) => {
    const at = days.findIndex((day) => day.day === gap.from);
    const [from, wide] = [scale.left + at * scale.pitch, gap.days * scale.pitch];
    if (at < 0) return null;
    return (
      <g key={gap.from}>
        <title>{gap.text}</title>
        <line x1={from + 2} x2={from + wide - 2} y1={top} y2={top} className="day-trend-gap" />
        {wide < letter * gap.text.length ? null : (
          <text x={from + wide / 2} y={top + gapText} textAnchor="middle" className="day-trend-word">
            {gap.text}
          </text>
        )}
      </g>
    );
  });
}

type Known = BarDay & { value: number };
type RunOfDays = { from: number; days: Known[] };

/** Days with a value, one after another. */
function runsOf(days: readonly BarDay[]): RunOfDays[] {
  const runs: RunOfDays[] = [];
  for (const [at, one] of days.entries()) {
    if (one.value === null) continue;
    const last = runs.at(-1);
    const day = { ...one, value: one.value };
    if (last !== undefined && last.from + last.days.length === at) last.days.push(day);
    else runs.push({ from: at, days: [day] });
  }
  return runs;
}

function Run(props: {
  run: RunOfDays;
  x: (at: number) => number;
  y: (value: number) => number;
  colour: string;
}) {
  const { run, x, y, colour } = props;
  const at = (nth: number) => x(run.from + nth);
  const ends = run.days.map(({ interval, value }) => interval ?? { low: value, high: value });
  const band = [
    ...ends.map((end, nth) => `${at(nth)},${y(end.high)}`),
    ...ends.map((end, nth) => `${at(nth)},${y(end.low)}`).reverse(),
  ];
  return (
    <g style={{ color: colour }}>
      {run.days.length > 1 ? <polygon points={band.join(" ")} className="day-trend-band" /> : null}
      {run.days.length > 1
        ? null
        : ends.map((end) => (
            <line
              key={end.high}
              {...{ x1: at(0), x2: at(0), y1: y(end.low), y2: y(end.high) }}
              className="day-trend-whisker"
            />
          ))}
      <polyline
        points={run.days.map((day, nth) => `${at(nth)},${y(day.value)}`).join(" ")}
        className="day-trend-line"
      />
      {run.days.map((day, nth) => (
        <circle
          key={day.day}
          cx={at(nth)}
          cy={y(day.value)}
          r="3"
          className={day.isHollow ? "day-trend-dot day-trend-hollow" : "day-trend-dot"}
        >
          <title>{titleOf(day)}</title>
        </circle>
      ))}
    </g>
  );
}

function titleOf({ day, value, interval }: Known): string {
  const text = `${day}: ${formatNumber(rounded(value))}`;
  return interval === null
    ? text
    : `${text} (${formatNumber(rounded(interval.low))} – ${formatNumber(rounded(interval.high))})`;
}
