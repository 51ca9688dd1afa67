import "./site-strip.css";
import { formatNumber } from "../kit/number.ts";
import { rounded } from "./day-bars.tsx";

const width = 640;
const edge = 16;
const middle = 38;

/** One value next to many: their range, quartiles and median as a box, the many as dots, the one as a mark. */
export function SiteStrip(props: {
  min: number;
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
  max: number;
  own: number | null;
  /** All of the many, where they are at hand. */
  values?: readonly number[];
  label: string;
}) {
  const { min, lowerQuartile, median, upperQuartile, max, own } = props;
  // A root spreads the many small ones; zero stays where it is.
  const top = Math.sqrt(Math.max(max, own ?? 0, 1e-9));
  const x = (value: number) => edge + ((width - 2 * edge) * Math.sqrt(value)) / top;
  const ticks = [min, median, max];
  return (
    <div className="site-strip">
      <svg viewBox={`0 0 ${width} 76`} role="img" aria-label={props.label}>
        <line x1={x(min)} x2={x(max)} y1={middle} y2={middle} className="site-strip-line" />
        {(props.values ?? []).map((value, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are in order and never change
          <circle key={at} cx={x(value)} cy={middle} r="3" className="site-strip-site" />
        ))}
        <rect
          x={x(lowerQuartile)}
          y={middle - 11}
          width={Math.max(2, x(upperQuartile) - x(lowerQuartile))}
          height="22"
          rx="3"
          className="site-strip-box"
          fillOpacity={props.values === undefined ? 1 : 0.5}
        />
        <line x1={x(median)} x2={x(median)} y1={middle - 11} y2={middle + 11} className="site-strip-median" />
        {ticks.map((tick) => (
          <text key={tick} x={clamped(x(tick))} y="68" textAnchor="middle" className="site-strip-word">
            {formatNumber(rounded(tick))}
          </text>
        ))}
        {own === null ? null : (
          <>
            <circle cx={x(own)} cy={middle} r="7" className="site-strip-own" />
            <text x={clamped(x(own))} y="16" textAnchor="middle" className="site-strip-word-own">
              {formatNumber(rounded(own))}
            </text>
          </>
        )}
      </svg>
    </div>
  );
}

function clamped(at: number): number {
  return Math.min(width - 24, Math.max(24, at));
}
