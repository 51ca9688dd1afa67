import { fullShare, type ProgramDay, timesOfBottles } from "@tracewater/wbe/program-day";
import { formatNumber } from "../../kit/number.ts";
import { fillHeight, fillTop } from "./program-scales.ts";

/** Narrower bottles have their number in the tooltip alone. */
const numberedWidth = 18;

/** Each bottle under the hours in which it is filled; one that is nearly full is amber. */
export function ProgramFills({ plan, x }: { plan: ProgramDay; x: (at: number) => number }) {
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
              <text
                className="chart-tick"
                x={at + step / 2}
                y={fillTop + fillHeight + 16}
                textAnchor="middle"
              >
                {bottle.slot}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
