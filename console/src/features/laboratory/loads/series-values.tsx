/** The values of a series: its means, the days that they rest on, and the change since the year before. */
import type { Means, Series } from "@tracewater/contract/laboratory/load-series";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { changeText, coverageText } from "@tracewater/contract/laboratory/series-text";
import { useTranslation } from "react-i18next";
import { Measured, measuredInterval, measuredValue } from "../../../charts/measured.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { State, type Tone } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

const kinds = ["weekday", "weekend", "daily"] as const;
const tones: Record<"increase" | "stable" | "decrease", Tone> = {
  increase: "warn",
  stable: "ok",
  decrease: "info",
};

/** The means of a span and of its weeks, what they are worth, and the change against the year before. */
export function SeriesValues({ series, kaplanMeier }: { series: Series; kaplanMeier: number | null }) {
  const report = useResourceLabels({ labels: reportLabels });
  const { change } = series;
  const coverage = coverageText(report, series);
  const print = (value: string) => measuredValue(value, series.expanded);
  return (
    <div>
      {series.isTrendForbidden ? (
        <p className="load-no-trend">{report("noTrend")}</p>
      ) : (
        <p className="record-line">
          <span className="load-quiet">{report("change")}</span>
          {change === null || !change.isShown ? (
            <span>{changeText(report, series, print)}</span>
          ) : (
            <State tone={tones[change.to]} label={changeText(report, series, print)} />
          )}
        </p>
      )}
      <DailyMean series={series} />
      {kaplanMeier === null ? null : (
        <p className="record-line">
          <span className="load-quiet">{report("kaplanMeier")}</span>
          <Measured value={kaplanMeier} expanded={null} />
        </p>
      )}
      {coverage === null ? null : (
        <p className="record-line">
          <span className="load-quiet">{report("coverage")}</span>
          <span className="num" title={coverage.gaps}>
            {coverage.days}
          </span>
          {series.detectionShare === null ? null : (
            <span className="load-quiet">
              {report("detectionShare")} {formatNumber(Math.round(series.detectionShare * 100))} %
            </span>
          )}
        </p>
      )}
      {series.isBalanced ? null : <p className="load-quiet">{report("unbalanced")}</p>}
      <WeekTable series={series} />
      <ul className="load-notes">
        {series.warnings.map(({ key, source }) => (
          <li key={key}>
            {report(`told.${key}`)} <span className="load-quiet">{source}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The mean of all days with its uncertainty and interval; below the LOQ it is no number. */
function DailyMean({ series }: { series: Series }) {
  const report = useResourceLabels({ labels: reportLabels });
  const { means } = series;
  return (
    <p className="record-line">
      <span className="load-quiet">{report("daily")}</span>
      <span className="num">
        <Measured
          value={means.daily}
          expanded={series.expanded}
          flag={series.isMeanBelow && means.daily !== null ? "< LOQ" : null}
        />
        {series.low === null || series.high === null || means.daily === null
          ? null
          : ` (${report("interval")} ${measuredInterval({ low: series.low, high: series.high }, means.daily, series.expanded)})`}
      </span>
    </p>
  );
}

/** The means of the whole span first, then of its weeks, the latest first. */
function WeekTable({ series }: { series: Series }) {
  const { t } = useTranslation("laboratory-loads");
  const report = useResourceLabels({ labels: reportLabels });
  const { means, weeks } = series;
  const row = (one: Means) =>
    kinds.map((kind) => (
      <td key={kind} title={one[kind] ?? undefined}>
        {one[kind] === null ? "—" : series.isMeanBelow ? "< LOQ" : measuredValue(one[kind], series.expanded)}{" "}
        <span className="load-quiet">{t("trend.n", { count: one.days[kind] })}</span>
      </td>
    ));
  return (
    <div className="load-scroll">
      <table className="load-table">
        <thead>
          <tr>
            <th>{report("week")}</th>
            {kinds.map((kind) => (
              <th key={kind}>{report(kind)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <strong>{report("means")}</strong>
            </td>
            {row(means)}
          </tr>
          {weeks.toReversed().map((week) => (
            <tr key={week.from}>
              <td>
                {week.from} – {week.until.slice(5)}
              </td>
              {row(week.means)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
