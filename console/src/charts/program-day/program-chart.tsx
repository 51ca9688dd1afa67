import "./program-day.css";
import type { FlowCurve } from "@tracewater/wbe/flow-curve";
import { dayMinutes, fullShare, type ProgramDay, timesOfBottles } from "@tracewater/wbe/program-day";
import { formatNumber } from "../../kit/number.ts";
import { useChartTranslation } from "../chart-translation.ts";

const width = 960;
const height = 330;
const left = 56;
const right = 56;
const top = 12;
const floor = 240;
const fillTop = 274;
const fillHeight = 26;

/** Flow, aliquots and the levels of the bottles over one day, on one axis of time. */
export function ProgramChart({ plan, flow }: { plan: ProgramDay; flow: FlowCurve | null }) {
  const t = useChartTranslation();
  const x = (at: number) => left + (at / dayMinutes) * (width - left - right);
  const maxAliquot = Math.max(50, ...plan.aliquots.map((one) => one.volume));
  const maxFlow = Math.max(1, ...(flow ?? []).map((one) => one.flow)) * 1.1;
  const y = (value: number, max: number) => floor - (value / max) * (floor - top);
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
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line className="plan-grid" x1={left} x2={width - right} y1={y(share, 1)} y2={y(share, 1)} />
          {flow === null ? null : (
            <text className="plan-tick" x={left - 8} y={y(share, 1) + 4} textAnchor="end">
              {formatNumber(share * maxFlow, 0)}
            </text>
          )}
          <text className="plan-tick" x={width - right + 8} y={y(share, 1) + 4}>
            {formatNumber(share * maxAliquot, 0)}
          </text>
        </g>
      ))}
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
