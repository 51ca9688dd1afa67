import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import type { ReportAnalyte, ReportValues } from "@tracewater/contract/laboratory/reports";
import { ArrowDown, ArrowUp, Minus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { measuredTexts } from "../../../charts/measured.tsx";
import { shortChange } from "../../../charts/short-change.ts";
import { Card } from "../../../kit/card.tsx";
import { Sparkline } from "../../../kit/sparkline.tsx";
import { categoryOf, DrugSquare } from "../../../pickers/drug-category.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

const arrows = { increase: ArrowUp, stable: Minus, decrease: ArrowDown };

/** All analytes of the report with their weeks, mean ± U and change; choosing one shows it on the page. */
export function AnalytesCard(props: {
  figures: ReportValues;
  chosen: ReportAnalyte["analyte"];
  onChoose: (analyte: ReportAnalyte["analyte"]) => void;
}) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  return (
    <Card flush title={t("allAnalytes")} hint={t("allHint")}>
      <ul className="report-analytes">
        {props.figures.analytes.map((one) => (
          <li key={one.analyte}>
            <button
              type="button"
              aria-pressed={one.analyte === props.chosen}
              onClick={() => props.onChoose(one.analyte)}
            >
              <DrugSquare category={categoryOf[one.analyte]} />
              <span className="report-analyte-name">{label(`analyte.${one.analyte}`)}</span>
              <Weeks one={one} />
              <Mean one={one} />
              <Change one={one} />
            </button>
          </li>
        ))}
      </ul>
      <p className="report-quiet report-analytes-note">{t("notAdded")}</p>
    </Card>
  );
}

function Weeks({ one }: { one: ReportAnalyte }) {
  const { t } = useTranslation("laboratory-reports");
  if (one.isMeanBelow) return <span className="report-quiet">{t("mostlyBelow")}</span>;
  const values = one.weeks.flatMap((week) => (week.means.daily === null ? [] : [Number(week.means.daily)]));
  return (
    <Sparkline values={values} width={64} height={20} colour={`var(--drug-${categoryOf[one.analyte]})`} />
  );
}

function Mean({ one }: { one: ReportAnalyte }) {
  const shown = measuredTexts(one.means.daily, one.expanded);
  if (one.isMeanBelow || shown === null)
    return <span className="report-analyte-mean report-quiet">{one.isMeanBelow ? "< LOQ" : "—"}</span>;
  return (
    <span className="report-analyte-mean num">
      <strong>{shown.value}</strong>
      {shown.uncertainty === null ? null : <span className="report-quiet">± {shown.uncertainty}</span>}
    </span>
  );
}

function Change({ one }: { one: ReportAnalyte }) {
  const { text, to } = shortChange(one);
  if (text === null || to === null) return <span className="report-analyte-change report-quiet">—</span>;
  const Arrow = arrows[to];
  return (
    <span className="report-analyte-change num">
      <Arrow size={13} aria-hidden="true" /> {text}
    </span>
  );
}
