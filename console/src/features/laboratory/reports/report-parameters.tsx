import type { DaySet } from "@tracewater/contract/laboratory/load-series";
import { fillTemplate, reportLabels } from "@tracewater/contract/laboratory/report-labels";
import type { CustodyHead, Report } from "@tracewater/contract/laboratory/reports";
import { assumedText } from "@tracewater/contract/laboratory/series-text";
import { locales } from "@tracewater/contract/locales";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { useLocale } from "../../../kit/use-localized.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";

/** By what a report was made, the choice for results below the LOQ first of all. */
export function ReportParameters({ report }: { report: Report }) {
  const { t } = useTranslation("laboratory-reports");
  const locale = useLocale();
  const label = useResourceLabels({ labels: reportLabels });
  const { choices } = report;
  const between = locales[locale].comma;
  const days = (part: DaySet["weekday"]) => part.map((day) => label(`day.${day}`)).join(between);
  const facts = [
    [label("substitution"), label(`substitution.${choices.substitution}`)],
    [label("weekday"), days(choices.daySet.weekday)],
    [label("weekend"), days(choices.daySet.weekend)],
    [label("factors"), label(`factors.${choices.factors}`)],
    [label("source"), `${label(`source.${choices.source}`)}${between}${label(`phase.${choices.phase}`)}`],
    [label("assumed"), assumedText(label, choices.uncertainty)],
    [label("duplicates"), label(`duplicates.${choices.duplicates}`)],
    ...(choices.includeKinds.length === 0
      ? []
      : [
          [
            label("includeKinds"),
            choices.includeKinds.map((kind) => label(`kind.${kind}`)).join(between),
          ] as const,
        ]),
    ...(choices.qualityReason === "" ? [] : [[label("qualityReason"), choices.qualityReason] as const]),
    [label("europeanYear"), choices.europeanYear === null ? "—" : String(choices.europeanYear)],
    [label("analytes"), choices.analytes.map((one) => label(`analyte.${one}`)).join(between)],
    [label("unit"), report.unitName],
    [label("reportedAt"), report.madeAt],
    [label("reportedBy"), report.isScheduled ? `${report.madeBy} (${label("scheduled")})` : report.madeBy],
    [label("language"), label(`language.${choices.language}`)],
    ...headFacts(report.custodyHead, label),
  ] as const;
  return (
    <Card title={t("parameters")} section="parameters">
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

/** The signed head as the report's files print it; nothing for reports of before. */
function headFacts(
  head: CustodyHead | null,
  word: (key: keyof typeof reportLabels.en) => string,
): (readonly [string, string])[] {
  if (head === null) return [];
  if (head.state !== "signed") return [[word("custodyHead"), word(`custodyHead.${head.state}`)]];
  const values = { seq: head.seq, short: head.hash.slice(0, 16), at: head.signedAt };
  return [
    [word("custodyHead"), fillTemplate(word("custodyHeadValue"), values)],
    [word("custodyHeadFull"), `${head.seq}:${head.hash}`],
  ];
}
