import type { DetectionDay } from "@tracewater/contract/laboratory/detections";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../kit/moment.ts";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";

const hours = Array.from({ length: 24 }, (_, hour) => hour);

type Cell = { value: number | null; withheld: boolean };

/** Analytes by hour, darker where more was found; each row is a choice of the series below. */
export function DayHeatMap(props: {
  day: DetectionDay;
  chosen: AnalyteName;
  onChoose: (analyte: AnalyteName) => void;
}) {
  const { t } = useTranslation("laboratory-detections");
  const nameOf = useAnalyteName();
  const cells = cellsOf(props.day);
  return (
    <div className="detection-scroll">
      <table className="detection-heat" aria-label={t("day.map")}>
        <thead>
          <tr>
            <td />
            {hours.map((hour) => (
              <th key={hour} scope="col" className="num">
                {String(hour).padStart(2, "0")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {analyteName.options.map((analyte) => {
            const row = cells.get(analyte) ?? new Map<number, Cell>();
            const max = Math.max(0, ...[...row.values()].map(({ value }) => value ?? 0));
            return (
              <tr key={analyte} className={analyte === props.chosen ? "detection-chosen" : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={analyte === props.chosen}
                    onClick={() => props.onChoose(analyte)}
                  >
                    {nameOf(analyte)}
                  </button>
                </th>
                {hours.map((hour) => (
                  <HeatCell key={hour} cell={row.get(hour)} max={max} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Its number is its text for a screen reader, and its title. */
function HeatCell({ cell, max }: { cell: Cell | undefined; max: number }) {
  const { t } = useTranslation("laboratory-detections");
  if (cell === undefined) return <td />;
  const { value, withheld } = cell;
  const text = value === null ? t("day.below") : `${Number(value.toPrecision(4))} μg/L`;
  const share = value === null || max === 0 ? 0 : Math.round(12 + 88 * Math.sqrt(value / max));
  return (
    <td
      className={withheld ? "detection-cell detection-withheld" : "detection-cell"}
      title={text}
      style={{ background: `color-mix(in srgb, var(--accent) ${share}%, var(--subtle))` }}
    >
      <span>{text}</span>
    </td>
  );
}

/** The highest of an hour; null where every run of it was below the limit. */
function cellsOf({ runs }: DetectionDay): Map<AnalyteName, Map<number, Cell>> {
  const cells = new Map<AnalyteName, Map<number, Cell>>();
  for (const run of runs) {
    const hour = Number(formatMoment(run.measuredAt).slice(11, 13));
    const withheld = run.state === "withheld" || run.state === "rejected";
    for (const { analyte, value, flag } of run.values) {
      const row = cells.get(analyte) ?? new Map<number, Cell>();
      cells.set(analyte, row);
      const counted = flag === "quantified" || flag === "aboveRange" ? value : null;
      const before = row.get(hour)?.value ?? null;
      row.set(hour, { value: before === null ? counted : Math.max(before, counted ?? 0), withheld });
    }
  }
  return cells;
}
