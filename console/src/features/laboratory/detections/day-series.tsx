import type { DetectionDay } from "@tracewater/contract/laboratory/detections";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { useTranslation } from "react-i18next";
import { scaleTo } from "../../../charts/chart-scale.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";

const size = { width: 760, height: 220, left: 56, right: 26, top: 14, foot: 24 };
const minutesOfDay = 1440;

/** One analyte over the day, with the band below its LOQ; a run below it is hollow, on the edge of the band. */
export function DaySeries({ day, analyte }: { day: DetectionDay; analyte: AnalyteName }) {
  const { t } = useTranslation("laboratory-detections");
  const nameOf = useAnalyteName();
  const points = day.runs.flatMap(({ measuredAt, values }) => {
    const one = values.find((value) => value.analyte === analyte);
    if (one === undefined) return [];
    const isCounted = one.flag === "quantified" || one.flag === "aboveRange";
    return [{ at: minuteOf(measuredAt), value: isCounted ? one.value : null }];
  });
  const loq = day.loq ?? 0;
  const { max, ticks } = scaleTo(Math.max(loq, ...points.map(({ value }) => value ?? 0)));
  const x = (minute: number) => size.left + ((size.width - size.left - size.right) * minute) / minutesOfDay;
  const y = (value: number) => size.top + (size.height - size.top - size.foot) * (1 - value / max);
  const counted = points.flatMap(({ at, value }) => (value === null ? [] : [`${x(at)},${y(value)}`]));
  return (
    <figure className="detection-series">
      <figcaption>
        {nameOf(analyte)}, μg/L {day.loq === null ? "" : `· LOQ ${formatNumber(day.loq)}`}
      </figcaption>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={t("day.series", { analyte: nameOf(analyte) })}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={size.left} x2={size.width - size.right} y1={y(tick)} y2={y(tick)} />
            <text x={size.left - 8} y={y(tick) + 4} textAnchor="end">
              {formatNumber(Number(tick.toPrecision(4)))}
            </text>
          </g>
        ))}
        <rect
          className="detection-loq"
          x={size.left}
          width={size.width - size.left - size.right}
          y={y(loq)}
          height={Math.max(0, y(0) - y(loq))}
        />
        {[0, 6, 12, 18, 24].map((hour) => (
          <text key={hour} x={x(60 * hour)} y={size.height - 6} textAnchor="middle">
            {hour}:00
          </text>
        ))}
        <polyline points={counted.join(" ")} />
        {points.map(({ at, value }) => (
          <circle
            key={at}
            cx={x(at)}
            cy={y(value ?? loq)}
            r={3}
            className={value === null ? "detection-hollow" : undefined}
          />
        ))}
      </svg>
    </figure>
  );
}

function minuteOf(at: number): number {
  const text = formatMoment(at);
  return 60 * Number(text.slice(11, 13)) + Number(text.slice(14, 16));
}
