import type { Means, Series } from "@tracewater/contract/laboratory/load-series";
import { reportWords } from "@tracewater/contract/laboratory/report-words";
import { useTranslation } from "react-i18next";
import { rounded } from "../../../charts/day-bars.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { State, type Tone } from "../../../kit/state.tsx";
import { useResourceWords } from "../../../resource/page-resource.ts";

const kinds = ["weekday", "weekend", "daily"] as const;
const tones: Record<"increase" | "stable" | "decrease", Tone> = {
  increase: "warn",
  stable: "ok",
  decrease: "info",
};

/** The means of a span and of its weeks, what they are worth, and the change against the year before. */
export function SeriesFigures({ series }: { series: Series }) {
  const { t } = useTranslation("laboratory-loads");
  const report = useResourceWords({ words: reportWords });
  const { change, means, weeks } = series;
  const row = (one: Means) =>
    kinds.map((kind) => (
      <td key={kind} title={one[kind] ?? undefined}>
        {one[kind] === null ? "—" : formatNumber(rounded(Number(one[kind])))}{" "}
        <span className="load-quiet">{t("trend.n", { count: one.days[kind] })}</span>
      </td>
    ));
  return (
    <div>
      {series.isTrendForbidden ? (
        <p className="load-no-trend">{report("noTrend")}</p>
      ) : (
        <p className="record-line">
          <span className="load-quiet">{report("change")}</span>
          {change === null ? (
            <span>{report("change.none")}</span>
          ) : (
            <State
              tone={tones[change.to]}
              label={`${report(`change.${change.to}`)}: ${formatNumber(rounded(Number(change.before)))} → ${formatNumber(rounded(Number(means.daily)))}`}
            />
          )}
        </p>
      )}
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
