import type { DaySet } from "@tracewater/contract/laboratory/load-series";
import { fillWords, reportWords } from "@tracewater/contract/laboratory/report-words";
import type { Report } from "@tracewater/contract/laboratory/reports";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { useResourceWords } from "../../../resource/page-resource.ts";

/** By what a report was made, the choice for results below the LOQ first of all. */
export function ReportParameters({ report }: { report: Report }) {
  const { t, i18n } = useTranslation("laboratory-reports");
  const word = useResourceWords({ words: reportWords });
  const { choices } = report;
  const between = i18n.language === "zh" ? "、" : ", ";
  const days = (part: DaySet["weekday"]) => part.map((day) => word(`day.${day}`)).join(between);
  const facts = [
    [word("substitution"), word(`substitution.${choices.substitution}`)],
    [word("weekday"), days(choices.daySet.weekday)],
    [word("weekend"), days(choices.daySet.weekend)],
    [word("factors"), word(`factors.${choices.factors}`)],
    [word("source"), `${word(`source.${choices.source}`)}${between}${word(`phase.${choices.phase}`)}`],
    [word("assumed"), fillWords(word("assumedShares"), choices.uncertainty)],
    [word("europeanYear"), choices.europeanYear === null ? "—" : String(choices.europeanYear)],
    [word("analytes"), choices.analytes.map((one) => word(`analyte.${one}`)).join(between)],
    [word("unit"), report.unitName],
    [word("reportedAt"), report.madeAt],
    [word("reportedBy"), report.isScheduled ? `${report.madeBy} (${word("scheduled")})` : report.madeBy],
    [word("language"), word(`language.${choices.language}`)],
  ] as const;
  return (
    <Card title={t("parameters")}>
      <dl className="report-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
