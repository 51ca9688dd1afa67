/** The control chart of a QC material: its results by run, with the limits and the rules that they violate. */
import type { ReplyOf } from "@tracewater/contract/call";
import type { getControlChart } from "@tracewater/contract/laboratory/analytical-batches";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { chartUnitOf } from "./chart-unit.ts";

export type Chart = ReplyOf<typeof getControlChart>["data"];

const width = 920;
const height = 300;
const left = 72;
const right = 56;
const top = 12;
const foot = 26;

/** A Levey-Jennings chart: the points in the order of their runs between the limits at 2 s and 3 s. */
export function ControlPlot({ chart }: { chart: Chart }) {
  const { t } = useTranslation("laboratory-quality");
  const { points, limits } = chart;
  const values = points.map((one) => Number(one.value));
  const lines =
    limits === null ? [] : [-3, -2, 0, 2, 3].map((s) => ({ s, value: limits.mean + s * limits.deviation }));
  const { x, y } = scalesOf([...values, ...lines.map((one) => one.value)], points.length);
  const every = Math.ceil(points.length / 8);
  return (
    <div className="quality-plot">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t("plot", { count: points.length })}>
        {limits === null ? null : (
          <rect
            x={left}
            width={width - left - right}
            y={y(limits.mean + 2 * limits.deviation)}
            height={y(limits.mean - 2 * limits.deviation) - y(limits.mean + 2 * limits.deviation)}
            className="quality-band"
          />
        )}
        {lines.map(({ s, value }) => (
          <LimitLine key={s} s={s} value={value} y={y(value)} />
        ))}
        <polyline
          points={values.map((value, at) => `${x(at)},${y(value)}`).join(" ")}
          className="quality-line-of"
        />
        {points.map((one, at) => (
          <g key={`${one.batchId} ${one.at} ${x(at)}`}>
            <RunPoint point={one} unit={chartUnitOf(chart.kind)} x={x(at)} y={y(Number(one.value))} />
            {at % every === 0 ? (
              <text x={x(at)} y={height - 8} textAnchor="middle" className="quality-tick">
                {formatMoment(one.at).slice(5, 10)}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Where the run at an index and a value are in the drawing; all of the values have room in it. */
function scalesOf(values: readonly number[], count: number) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const pad = (high - low || Math.abs(high) || 1) * 0.08;
  return {
    x: (at: number) => left + ((width - left - right) * (at + 0.5)) / count,
    y: (value: number) => top + (height - top - foot) * (1 - (value - low + pad) / (high - low + 2 * pad)),
  };
}

/** The mean or a limit, `s` standard deviations from it. */
function LimitLine({ s, value, y }: { s: number; value: number; y: number }) {
  return (
    <g>
      <line
        x1={left}
        x2={width - right}
        y1={y}
        y2={y}
        className={`quality-limit quality-limit-${Math.abs(s)}`}
      />
      <text x={left - 8} y={y + 4} textAnchor="end" className="quality-tick">
        {formatNumber(Number(value.toPrecision(4)))}
      </text>
      <text x={width - right + 8} y={y + 4} className="quality-tick">
        {s === 0 ? "x̄" : `${s > 0 ? "+" : "−"}${Math.abs(s)} s`}
      </text>
    </g>
  );
}

function RunPoint(props: { point: Chart["points"][number]; unit: string; x: number; y: number }) {
  const { point, unit, x, y } = props;
  return (
    <circle cx={x} cy={y} r={4} className={`quality-point quality-point-${toneOf(point.rules)}`}>
      <title>
        {[
          `${point.batchNo} · ${formatMoment(point.at)}`,
          `${point.value} ${unit}`,
          ...point.rules.map(ruleName),
        ].join("\n")}
      </title>
    </circle>
  );
}

/** A warning is no rejection. */
export function toneOf(rules: readonly string[]): "ok" | "warn" | "critical" {
  if (rules.length === 0) return "ok";
  return rules.every((rule) => rule === "1_2s") ? "warn" : "critical";
}

/** `1-3s`, as laboratories write it. */
export function ruleName(rule: string): string {
  return rule.replace("_", "-");
}
