import { drawnSeries, type Panel } from "./chart-panel.ts";
import { useChartTranslation } from "./chart-translation.ts";
import { stepText } from "./step-text.ts";

/** What lines, bands and shades of a chart are; of these what is in it. */
export function ChartLegend({ panels, hasWeekend }: { panels: readonly Panel[]; hasWeekend: boolean }) {
  const t = useChartTranslation();
  const drawn = panels.map(drawnSeries).filter((series) => series.points.length > 0);
  const steps = drawn.flatMap((series) => (series.reduced ? [series.stepMs] : []));
  const [min, max] = [stepText(Math.min(...steps)), stepText(Math.max(...steps))];
  return (
    <ul className="chart-legend">
      <li className="chart-legend-line">{t(steps.length === 0 ? "legend.stored" : "legend.mean")}</li>
      {steps.length === 0 ? null : (
        <li className="chart-legend-band">
          {t("legend.band", { step: min === max ? min : `${min} – ${max}` })}
        </li>
      )}
      {hasWeekend ? <li className="chart-legend-weekend">{t("legend.weekend")}</li> : null}
    </ul>
  );
}
