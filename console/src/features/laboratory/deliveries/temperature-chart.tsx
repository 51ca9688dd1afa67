import { type DeliveryDetail, warmAbove } from "@tracewater/contract/laboratory/sample-deliveries";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useWidth } from "../../../charts/use-width.ts";
import { formatMinute, formatMoment } from "../../../kit/moment.ts";

const height = 170;
const left = 34;
const bottom = 22;
const maxDots = 60;

/** The temperatures of the way, with the limit above which samples count as warm. */
export function TemperatureChart({ temperatures }: { temperatures: DeliveryDetail["temperatures"] }) {
  const { t } = useTranslation("laboratory-deliveries");
  const [first] = temperatures;
  const last = temperatures.at(-1);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 720);
  if (first === undefined || last === undefined)
    return (
      <div ref={box} className="record-quiet">
        {t("temp.none")}
      </div>
    );
  const celsius = temperatures.map((one) => one.celsius);
  const low = Math.floor(Math.min(0, ...celsius));
  const high = Math.ceil(Math.max(warmAbove + 2, ...celsius));
  const x = (at: number) =>
    left + (last.at === first.at ? 0.5 : (at - first.at) / (last.at - first.at)) * (width - left - 12);
  const y = (value: number) => 8 + ((high - value) / (high - low)) * (height - bottom - 8);
  const line = temperatures.map((one) => `${x(one.at).toFixed(1)},${y(one.celsius).toFixed(1)}`).join(" ");
  return (
    <div className="delivery-chart" ref={box}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t("temp.label", {
          min: Math.min(...celsius),
          max: Math.max(...celsius),
          count: celsius.length,
        })}
      >
        <Limits {...{ width, low, high, y }} />
        <polyline className="delivery-chart-line" points={line} />
        {temperatures.length > maxDots ? null : <Dots {...{ temperatures, x, y }} />}
        <text className="delivery-chart-tick" x={left} y={height - 4}>
          {formatMinute(first.at)}
        </text>
        <text className="delivery-chart-tick" x={width - 12} y={height - 4} textAnchor="end">
          {formatMinute(last.at)}
        </text>
      </svg>
    </div>
  );
}

type Place = (value: number) => number;

/** The range that is cold enough, and the temperatures of the axis. */
function Limits({ width, low, high, y }: { width: number; low: number; high: number; y: Place }) {
  const ticks = [low, 4, warmAbove, high].filter((one, at, all) => all.indexOf(one) === at);
  return (
    <>
      <rect
        className="delivery-chart-good"
        x={left}
        y={y(warmAbove)}
        width={width - left - 12}
        height={Math.max(0, y(Math.max(low, 0)) - y(warmAbove))}
      />
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === warmAbove ? "delivery-chart-limit" : "delivery-chart-grid"}
            x1={left}
            x2={width - 12}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text className="delivery-chart-tick" x={left - 8} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
    </>
  );
}

function Dots(props: { temperatures: DeliveryDetail["temperatures"]; x: Place; y: Place }) {
  const { x, y } = props;
  return props.temperatures.map((one) => (
    <circle
      key={one.at}
      className={one.celsius > warmAbove ? "delivery-chart-warm" : "delivery-chart-dot"}
      cx={x(one.at)}
      cy={y(one.celsius)}
      r={3.5}
    >
      <title>{`${formatMoment(one.at)} · ${one.celsius} °C · ${one.by}`}</title>
    </circle>
  ));
}
