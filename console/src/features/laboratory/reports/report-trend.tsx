import { listLoads } from "@tracewater/contract/laboratory/loads";
import { fillTemplate, reportLabels } from "@tracewater/contract/laboratory/report-labels";
import type { Report, ReportAnalyte } from "@tracewater/contract/laboratory/reports";
import { weekProfile } from "@tracewater/contract/laboratory/week-profile";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { type BarDay, isOneOf, withGaps } from "../../../charts/day-bars.tsx";
import { DayTrend } from "../../../charts/day-trend.tsx";
import { measuredTexts } from "../../../charts/measured.tsx";
import { WeekBars } from "../../../charts/week-bars.tsx";
import { Card } from "../../../kit/card.tsx";
import { State } from "../../../kit/state.tsx";
import { categoryOf } from "../../../pickers/drug-category.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

/** The days of one analyte in a report's calculation; every day of its span. */
export function useReportDays(report: Report, runId: number, one: ReportAnalyte): BarDay[] {
  const { from, until } = report;
  const query = { runId, analyte: one.analyte, from, until, pageSize: 400 };
  const { data } = useApi(listLoads, { query }, { keepPrevious: true });
  const known = (data?.rows ?? []).map((load) => {
    const text = one.measure === "per1000" ? load.per1000 : load.load;
    const isHollow = load.substituted === "1";
    return {
      ...{ day: load.sampledOn, value: text === null ? null : Number(text), isHollow },
      interval:
        isHollow || load.low === null || load.high === null ? null : { low: load.low, high: load.high },
    };
  });
  return withGaps(known, { from, until });
}

/** Its days over the whole span, with their uncertainty and the days that have no sample. */
export function TrendCard(props: { report: Report; one: ReportAnalyte; days: readonly BarDay[] }) {
  const { report, one, days } = props;
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const daily = one.means.daily === null || one.isMeanBelow ? null : Number(one.means.daily);
  const shown = measuredTexts(daily, one.expanded);
  return (
    <Card
      className="report-trend"
      title={t("trend")}
      section="trend"
      hint={`${label(one.measure === "per1000" ? "perDayPer1000" : "perDay")} · ${t("trendHint")}`}
    >
      {one.isTrendForbidden ? <State tone="warn" label={label("noTrend")} /> : null}
      <DayTrend
        days={days}
        gaps={(one.coverage?.gaps ?? []).map((gap) => ({
          ...{ from: gap.from, days: gap.days },
          text: fillTemplate(label("noLoad"), { days: gap.days }),
        }))}
        mean={
          daily === null || shown === null
            ? null
            : { value: daily, text: fillTemplate(label("meanOf"), { value: shown.value }) }
        }
        isShaded={(day) => isOneOf(day, report.choices.daySet.weekend)}
        colour={`var(--drug-${categoryOf[one.analyte]})`}
        label={t("days")}
      />
      {one.isBalanced ? null : <p className="report-quiet">{label("unbalanced")}</p>}
    </Card>
  );
}

/** The days of the week: what is usual on each of them. */
export function WeekCard(props: { report: Report; one: ReportAnalyte; days: readonly BarDay[] }) {
  const { report, one, days } = props;
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const { weekend, weekday } = report.choices.daySet;
  const profile = weekProfile(days).map((day) => ({
    ...day,
    label: label(`day.${day.day}`),
    isShaded: weekend.includes(day.day),
  }));
  return (
    <Card title={t("weekProfile")} hint={t("weekHint")}>
      <WeekBars days={profile} colour={`var(--drug-${categoryOf[one.analyte]})`} label={t("weekProfile")} />
      <p className="report-quiet">
        {fillTemplate(label("weekRule"), { day: weekday[0] === undefined ? "" : label(`day.${weekday[0]}`) })}
      </p>
    </Card>
  );
}
