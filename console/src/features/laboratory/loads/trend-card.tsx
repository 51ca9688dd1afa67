/** The card of a trend: of one analyte or one category at one sampling point. */
import type { ReplyOf } from "@tracewater/contract/call";
import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import { type DaySet, daySets, getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { type Load, listLoads } from "@tracewater/contract/laboratory/loads";
import { fillTemplate, reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { DayBars, isOneOf, withGaps } from "../../../charts/day-bars.tsx";
import { Card } from "../../../kit/card.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { DaySetChoice } from "./day-set-choice.tsx";
import { EuropeanSites } from "./european-sites.tsx";
import type { LoadFilters } from "./load-search.tsx";
import { SeriesValues } from "./series-values.tsx";

type Trend = ReplyOf<typeof getLoadTrend>["data"];

const maxDays = 400;
const perDayOf = { per1000: "perDayPer1000", load: "perDay" } as const;

/** An analyte or a category at one point: day by day, its weeks and means, and the sites of Europe compared with it. */
export function TrendCard(props: { asked: LoadFilters; onShow: (load: Load) => void }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const report = useResourceLabels({ labels: reportLabels });
  const [daySet, setDaySet] = useState<DaySet>(daySets.euda);
  const { analyte, category } = props.asked;
  const asked = Object.fromEntries(Object.entries(props.asked).filter(([, value]) => value !== ""));
  const isOne = analyte !== "";
  const chosen = { weekday: daySet.weekday.join(","), weekend: daySet.weekend.join(",") };
  const trend = useApi(
    getLoadTrend,
    { query: { pointId: props.asked.pointId, ...asked, ...chosen } },
    { keepPrevious: true },
  );
  const listed = useApi(
    listLoads,
    { query: { ...asked, pageSize: maxDays } },
    { keepPrevious: true, handled: true, enabled: isOne },
  );
  const found = trend.data?.data;
  if (found === undefined) return <Loading lines={5} />;
  const { series, days } = found;
  if (series === null) return null;
  const loads = new Map((listed.data?.rows ?? []).map((load) => [load.sampledOn, load]));
  const onShow = (day: string) => {
    const load = loads.get(day);
    if (load !== undefined) props.onShow(load);
  };
  const isSpanGiven = props.asked.from !== "" && props.asked.until !== "";
  const name = isOne ? label(`analyte.${analyte}`) : report(`category.${category}`);
  const point = [...loads.values()][0]?.pointName;
  return (
    <Card
      title={point === undefined ? name : t("trend.title", { analyte: name, point })}
      hint={t(series.measure === "per1000" ? "trend.hint" : "trend.hintLoad")}
      extra={<DaySetChoice value={daySet} onChange={setDaySet} />}
    >
      {isOne ? null : <CategoryMembers analytes={found.analytes} />}
      <DayBars
        days={withGaps(
          barsOf(days, loads),
          isSpanGiven ? { from: found.from, until: found.until } : undefined,
        )}
        band={series.low === null || series.high === null ? null : { low: series.low, high: series.high }}
        isShaded={(day) => isOneOf(day, daySet.weekend)}
        {...{ label: t("trend.label"), unit: report(perDayOf[series.measure]) }}
        {...(isOne ? { onShow } : {})}
      />
      <p className="load-means load-quiet">
        <span>{t("trend.substituted")}</span>
        <span>{t("trend.weekends")}</span>
        {series.low === null ? null : <span>{t("trend.band")}</span>}
      </p>
      <div className="load-parts">
        <SeriesValues series={series} kaplanMeier={found.kaplanMeier} />
        {isOne ? <EuropeanSites asked={props.asked} /> : null}
      </div>
    </Card>
  );
}

function barsOf(days: Trend["days"], loads: ReadonlyMap<string, Load>) {
  return days.map(({ day, value, isBelow }) => {
    const { low = null, high = null } = loads.get(day) ?? {};
    const interval = low === null || high === null ? null : { low, high };
    return { day, value: Number(value), isHollow: isBelow, interval };
  });
}

/** Which analytes a category consists of here, and which of them dominates. */
function CategoryMembers({ analytes }: { analytes: Trend["analytes"] }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const report = useResourceLabels({ labels: reportLabels });
  return (
    <p className="load-quiet">
      {fillTemplate(report("dominant"), { analyte: label(`analyte.${analytes[0] ?? "amp"}`) })}
      {analytes.length < 2 ? null : (
        <>
          {" "}
          ·{" "}
          {t("trend.members", {
            analytes: analytes.map((one) => label(`analyte.${one}`)).join(", "),
          })}
        </>
      )}
    </p>
  );
}
