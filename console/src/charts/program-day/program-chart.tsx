import "./program-day.css";
import type { FlowCurve } from "@tracewater/wbe/flow-curve";
import { dayMinutes, fullShare, type ProgramDay, timesOfBottles } from "@tracewater/wbe/program-day";
import { formatNumber } from "../../kit/number.ts";
import { evenEnd } from "../chart-scale.ts";
import { useChartTranslation } from "../chart-translation.ts";

const height = 330;
const left = 56;
const right = 56;
const top = 26;
/** Both axes have as many steps, so that one grid serves both. */
const steps = 4;
const floor = 240;
const fillTop = 274;
const fillHeight = 26;
/** Where a value is on an axis that ends at `max`. */
const y = (value: number, max: number) => floor - (value / max) * (floor - top);

/**
 * Flow, aliquots and the levels of the bottles over one day, on one axis of time. In a narrow card it is drawn on fewer
 * units, so that its words are not scaled down with it.
 */
export function ProgramChart(props: { plan: ProgramDay; flow: FlowCurve | null; isNarrow?: boolean }) {
  const { plan, flow } = props;
  const t = useChartTranslation();
  const width = props.isNarrow ? 540 : 960;
  const x = (at: number) => left + (at / dayMinutes) * (width - left - right);
  const maxAliquot = evenEnd(Math.max(50, ...plan.aliquots.map((one) => one.volume)), steps);
  const maxFlow = evenEnd(Math.max(1, ...(flow ?? []).map((one) => one.flow)), steps);
  const bar = Math.max(1, Math.min(7, (width - left - right) / Math.max(1, plan.aliquots.length) - 1.5));
  return (
    <svg
      className="plan-chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t("programDay.label", {
        aliquots: plan.taken,
        volume: formatNumber(plan.volume / 1000, 2),
      })}
    >
      <Grid width={width} maxFlow={flow === null ? null : maxFlow} maxAliquot={maxAliquot} />
      {plan.aliquots.map((one) =>
        one.missed === null ? (
          <rect
            key={one.at}
            className="plan-bar"
            x={x(one.at)}
            width={bar}
            y={y(one.volume, maxAliquot)}
            height={floor - y(one.volume, maxAliquot)}
          />
        ) : (
          <path key={one.at} className="plan-missed" d={`M${x(one.at)} ${floor - 7}l7 7m-7 0l7 -7`} />
        ),
      )}
      {flow === null ? null : (
        <polyline
          className="plan-flow"
          points={flow.map((one) => `${x(one.at)},${y(one.flow, maxFlow)}`).join(" ")}
        />
      )}
      {[0, 6, 12, 18, 24].map((hour) => (
        <text key={hour} className="plan-tick" x={x(hour * 60)} y={floor + 18} textAnchor="middle">
          {`${String(hour).padStart(2, "0")}:00`}
        </text>
      ))}
      <Fills plan={plan} x={x} />
    </svg>
  );
}

/** The lines of both axes: the flow at the left, where there is one, and the volume of an aliquot at the right. */
function Grid(props: { width: number; maxFlow: number | null; maxAliquot: number }) {
  const { width, maxFlow, maxAliquot } = props;
  return (
    <>
      {maxFlow === null ? null : (
        <text className="plan-tick" x={left - 8} y={top - 12} textAnchor="end">
          m³/h
        </text>
      )}
      <text className="plan-tick" x={width - right + 8} y={top - 12}>
        mL
      </text>
      {Array.from({ length: steps + 1 }, (_, at) => at / steps).map((share) => (
        <g key={share}>
          <line className="plan-grid" x1={left} x2={width - right} y1={y(share, 1)} y2={y(share, 1)} />
          {maxFlow === null ? null : (
            <text className="plan-tick" x={left - 8} y={y(share, 1) + 4} textAnchor="end">
              {formatNumber(share * maxFlow, 0)}
            </text>
          )}
          <text className="plan-tick" x={width - right + 8} y={y(share, 1) + 4}>
            {formatNumber(share * maxAliquot, 0)}
          </text>
        </g>
      ))}
    </>
  );
}

/** Narrower bottles have their number in the tooltip alone. */
const numberedWidth = 18;

/** Each bottle under the hours in which it is filled; one that is nearly full is amber. */
function Fills({ plan, x }: { plan: ProgramDay; x: (at: number) => number }) {
  const times = timesOfBottles(plan);
  return (
    <g>
      {plan.bottles.map((bottle) => {
        const time = times.get(bottle.slot);
        if (time === undefined) return null;
        const at = x(time.from);
        const step = x(time.until) - at;
        const level = Math.min(1, bottle.level) * fillHeight;
        return (
          <g key={bottle.slot}>
            <title>{`${bottle.slot}: ${formatNumber(bottle.volume, 0)} mL`}</title>
            <rect
              className="plan-glass"
              x={at + 1}
              y={fillTop}
              width={Math.max(1, step - 2)}
              height={fillHeight}
              rx="2"
            />
            <rect
              className={bottle.level > fullShare ? "plan-level plan-level-high" : "plan-level"}
              x={at + 1}
              y={fillTop + fillHeight - level}
              width={Math.max(1, step - 2)}
              height={level}
              rx="2"
            />
            {step < numberedWidth ? null : (
              <text className="plan-tick" x={at + step / 2} y={fillTop + fillHeight + 16} textAnchor="middle">
                {bottle.slot}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
