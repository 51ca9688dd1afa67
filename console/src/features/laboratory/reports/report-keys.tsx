import { fillTemplate, reportLabels } from "@tracewater/contract/laboratory/report-labels";
import type { ReportAnalyte } from "@tracewater/contract/laboratory/reports";
import { changeText } from "@tracewater/contract/laboratory/series-text";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { measuredTexts, measuredValue } from "../../../charts/measured.tsx";
import { shortChange } from "../../../charts/short-change.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";

/** The figures of one analyte that a reader wants first: each with its unit, the mean with its U. */
export function ReportKeys({ one }: { one: ReportAnalyte }) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const unit = one.measure === "per1000" ? t("per1000") : "mg/d";
  const days = (kind: "weekday" | "weekend" | "daily") => t("nDays", { count: one.means.days[kind] });
  const change = shortChange(one);
  const mean = (kind: "weekday" | "weekend" | "daily") =>
    one.isMeanBelow ? "< LOQ" : (measuredTexts(one.means[kind], one.expanded)?.value ?? "—");
  const spread = one.isMeanBelow ? null : measuredTexts(one.means.daily, one.expanded)?.uncertainty;
  return (
    <dl className="report-keys">
      <Key name={label("daily")} note={`${unit}, ${days("daily")}`}>
        {mean("daily")}
        {spread == null ? null : <span className="report-key-u"> ± {spread}</span>}
      </Key>
      <Key name={label("weekday")} note={`${unit}, ${days("weekday")}`}>
        {mean("weekday")}
      </Key>
      <Key name={label("weekend")} note={`${unit}, ${days("weekend")}`}>
        {mean("weekend")}
      </Key>
      <Key
        name={t("before")}
        note={change.text === null ? t("beforeNone") : t("beforeNote")}
        title={changeText(label, one, (value) => measuredValue(value, one.expanded))}
      >
        {change.text ?? "—"}
      </Key>
      <Key name={label("belowLoq")} note={t("results")}>
        {t("below", { below: one.below, results: one.results })}
      </Key>
      <Key
        name={label("meanConsumption")}
        note={
          one.consumptionBar === null
            ? unit
            : fillTemplate(label("noConsumption"), { reason: label(`bar.${one.consumptionBar}`) })
        }
      >
        {one.consumptionBar !== null || one.consumption === null
          ? "—"
          : measuredValue(one.consumption, one.consumptionExpanded)}
      </Key>
    </dl>
  );
}

function Key(props: { name: string; note: string; title?: string; children: ReactNode }) {
  return (
    <div title={props.title}>
      <dt>{props.name}</dt>
      <dd className="num">{props.children}</dd>
      <dd className="report-key-note">{props.note}</dd>
    </div>
  );
}
