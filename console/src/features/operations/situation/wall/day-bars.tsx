import type { ReplyOf } from "@tracewater/contract/call";
import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import type { getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { useTranslation } from "react-i18next";

type Day = ReplyOf<typeof getLoadTrend>["data"]["days"][number];

const dayMs = 86_400_000;
const width = 432;
const height = 120;
const foot = 22;

/** A bar for each day with a result, hatched below the LOQ; days without one stay empty, Friday to Monday is shaded. */
export function DayBars(props: {
  days: readonly Day[];
  from: string;
  until: string;
  category: AnalyteCategory;
}) {
  const { t } = useTranslation("operations-situation");
  const { days, from, until } = props;
  const known = new Map(days.map((day) => [day.day, day]));
  const all = datesOf(from, until);
  const max = Math.max(...days.map(({ value }) => Number(value)), 0) || 1;
  const pitch = width / all.length;
  const colour = `var(--wall-cat-${props.category})`;
  return (
    <svg className="wall-days" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t("wall.byDay")}>
      <defs>
        <pattern
          id="wall-hatch"
          width="6"
          height="6"
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
        >
          <rect width="2" height="6" fill={colour} />
        </pattern>
      </defs>
      {all.map((day, at) => {
        const found = known.get(day);
        const size = found === undefined ? 0 : (Number(found.value) / max) * (height - foot - 4);
        const isLate = [0, 1, 5, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
        return (
          <g key={day} transform={`translate(${at * pitch} 0)`}>
            {isLate ? <rect width={pitch} height={height - foot} className="wall-weekend" /> : null}
            {found === undefined ? null : (
              <rect
                x={pitch * 0.13}
                y={height - foot - Math.max(3, size)}
                {...{ width: pitch * 0.74, height: Math.max(3, size) }}
                fill={found.isBelow ? "url(#wall-hatch)" : colour}
              />
            )}
          </g>
        );
      })}
      <line x2={width} y1={height - foot} y2={height - foot} stroke="var(--wall-border)" />
      <text y={height - 4} className="wall-axis">
        {from.slice(5)}
      </text>
      <text x={width} y={height - 4} textAnchor="end" className="wall-axis">
        {until.slice(5)}
      </text>
    </svg>
  );
}

function datesOf(from: string, until: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(until) && dates.length < 400; at += dayMs)
    dates.push(new Date(at).toISOString().slice(0, 10));
  return dates;
}
