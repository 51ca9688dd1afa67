import type { Means } from "@tracewater/contract/laboratory/load-series";
import { fillTemplate, reportLabels } from "@tracewater/contract/laboratory/report-labels";
import type { ReportAnalyte, ReportCategory, ReportValues } from "@tracewater/contract/laboratory/reports";
import { changeText } from "@tracewater/contract/laboratory/series-text";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Measured, measuredTexts, measuredValue } from "../../../charts/measured.tsx";
import { shortChange } from "../../../charts/short-change.ts";
import { Card } from "../../../kit/card.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

const kinds = ["daily", "weekday", "weekend"] as const;
const tones: Record<"increase" | "stable" | "decrease", Tone> = {
  increase: "warn",
  stable: "ok",
  decrease: "info",
};

/** The means of all analytes and categories with their U, change and consumption. */
export function MeansCard({ figures }: { figures: ReportValues }) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const heads = [
    ...kinds.map((kind) => label(kind)),
    label("belowLoq"),
    t("before"),
    label("meanConsumption"),
    label("meanDoses"),
  ];
  return (
    <Card title={t("figures")} section="figures" hint={`${label("perDayPer1000")} · ${label("k2")}`}>
      <div className="report-scroll">
        <table className="report-table">
          <thead>
            <tr>
              <th>{label("analyte")}</th>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.analytes.map((row) => (
              <Row key={row.analyte} row={row}>
                {nameOf(label(`analyte.${row.analyte}`), row.measure, t)}
              </Row>
            ))}
            {figures.categories.map((row) => (
              <Row key={row.category} row={row}>
                {label("category")}: {nameOf(label(`category.${row.category}`), row.measure, t)}
                {row.coverage === null || row.analytes[0] === undefined ? null : (
                  <span className="report-quiet">
                    {" "}
                    ({fillTemplate(label("dominant"), { analyte: label(`analyte.${row.analytes[0]}`) })})
                  </span>
                )}
              </Row>
            ))}
          </tbody>
        </table>
      </div>
      {figures.categories.length === 0 ? null : <p className="report-quiet">{label("categories")}</p>}
    </Card>
  );
}

function nameOf(
  name: string,
  measure: "per1000" | "load",
  t: (key: "wholeLoad", values: { name: string }) => string,
): string {
  return measure === "per1000" ? name : t("wholeLoad", { name });
}

function Row(props: { row: ReportAnalyte | ReportCategory; children: ReactNode }) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const { row } = props;
  const isAnalyte = "analyte" in row;
  const { text, to } = shortChange(row);
  const sentence = changeText(label, row, (value) => measuredValue(value, row.expanded));
  return (
    <tr>
      <td className="report-wrapped">{props.children}</td>
      {kinds.map((kind) => (
        <td key={kind}>
          <Mean row={row} kind={kind} />
        </td>
      ))}
      <td>{t("below", { below: row.below, results: row.results })}</td>
      <td title={sentence}>
        {text === null || to === null ? (
          <span className="report-quiet">
            —<span className="visually-hidden">{sentence}</span>
          </span>
        ) : (
          <State tone={tones[to]} label={text} />
        )}
      </td>
      <td className="report-wrapped">{isAnalyte ? <Consumption row={row} /> : "—"}</td>
      <td>{isAnalyte && row.doses !== null ? <Doses row={row} /> : "—"}</td>
    </tr>
  );
}

/** A consumption with its uncertainty, or why there is none. */
function Consumption({ row }: { row: ReportAnalyte }) {
  const label = useResourceLabels({ labels: reportLabels });
  if (row.consumptionBar !== null) {
    const reason = label(`bar.${row.consumptionBar}`);
    return <span className="report-quiet">{fillTemplate(label("noConsumption"), { reason })}</span>;
  }
  if (row.consumption === null) return "—";
  const u = row.consumptionExpanded;
  return (
    <span title={u === null ? label("factorUnknown") : undefined}>
      <Measured value={row.consumption} expanded={u} />
    </span>
  );
}

function Doses({ row }: { row: ReportAnalyte }) {
  return <Measured value={row.doses} expanded={row.dosesExpanded} />;
}

/** A mean below the LOQ is no number; the daily one has its U, all have the digits that it leaves them. */
function Mean({ row, kind }: { row: ReportAnalyte | ReportCategory; kind: (typeof kinds)[number] }) {
  return <MeanOf means={row.means} kind={kind} isBelow={row.isMeanBelow} expanded={row.expanded} />;
}

export function MeanOf(props: {
  means: Means;
  kind: (typeof kinds)[number];
  isBelow: boolean;
  expanded: number | null;
}) {
  const { means, kind, isBelow, expanded } = props;
  const value = means[kind];
  if (value === null) return "—";
  const shown = measuredTexts(value, expanded);
  const spread = kind === "daily" && shown?.uncertainty ? ` ± ${shown.uncertainty}` : "";
  return (
    <span title={value}>
      {isBelow ? "< LOQ" : `${shown?.value ?? "—"}${spread}`}{" "}
      <span className="report-quiet">n = {means.days[kind]}</span>
    </span>
  );
}
