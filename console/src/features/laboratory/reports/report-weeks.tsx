import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import type { ReportAnalyte } from "@tracewater/contract/laboratory/reports";
import { coverageText } from "@tracewater/contract/laboratory/series-text";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { State } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { MeanOf } from "./report-means.tsx";

const kinds = ["weekday", "weekend", "daily"] as const;

/** The weeks of one analyte, the days without a sample by their dates, and what has to be said of it. */
export function WeeksCard({ one }: { one: ReportAnalyte }) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const coverage = coverageText(label, one);
  return (
    <Card title={label("weeks")} hint={label(`analyte.${one.analyte}`)}>
      <div className="report-scroll">
        <table className="report-table">
          <thead>
            <tr>
              <th>{label("week")}</th>
              {kinds.map((kind) => (
                <th key={kind}>{label(kind)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {one.weeks.map((week) => (
              <tr key={week.from}>
                <td>
                  {week.from} – {week.until.slice(5)}
                </td>
                {kinds.map((kind) => (
                  <td key={kind}>
                    <MeanOf
                      means={week.means}
                      kind={kind}
                      isBelow={one.isMeanBelow}
                      expanded={one.expanded}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {coverage === null ? null : (
        <p className="report-quiet num">
          {label("coverage")}: {coverage.days}
          {coverage.gaps === "" ? null : ` · ${label("gaps")}: ${coverage.gaps}`}
        </p>
      )}
      <Factor one={one} />
      {one.warnings.length === 0 ? null : (
        <ul className="report-notes" aria-label={t("notesOf")}>
          {one.warnings.map(({ key, source }) => (
            <li key={key}>
              {label(`told.${key}`)} <span className="report-quiet">{source}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The factor that consumptions rest on; one that nobody verified says so. */
function Factor({ one: { factor, factorVersion, factorTrust } }: { one: ReportAnalyte }) {
  const label = useResourceLabels({ labels: reportLabels });
  if (factor === null) return null;
  return (
    <p className="report-quiet">
      <span className="num">
        {label("factor")}: {factor} ({label("factorVersion")} {factorVersion ?? "—"}){" "}
      </span>
      {factorTrust === "unverified" ? <State tone="warn" label={label("trust.unverified")} /> : null}
    </p>
  );
}
