import { type DaySet, daySets, getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { loadWords } from "@tracewater/contract/laboratory/load-words";
import { type Load, listLoads } from "@tracewater/contract/laboratory/loads";
import { reportWords } from "@tracewater/contract/laboratory/report-words";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { DayBars, isOneOf, withGaps } from "../../../charts/day-bars.tsx";
import { Card } from "../../../kit/card.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useResourceWords } from "../../../resource/page-resource.ts";
import { DaySetChoice } from "./day-set-choice.tsx";
import { EuropeanSites } from "./european-sites.tsx";
import type { LoadFilters } from "./load-search.tsx";
import { SeriesFigures } from "./series-figures.tsx";

const mostDays = 400;

/** An analyte or a category at one point: day by day, its weeks and means, and the sites of Europe beside it. */
export function TrendCard(props: { asked: LoadFilters; onShow: (load: Load) => void }) {
  const { t } = useTranslation("laboratory-loads");
  const word = useResourceWords({ words: loadWords });
  const report = useResourceWords({ words: reportWords });
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
    { query: { ...asked, pageSize: mostDays } },
    { keepPrevious: true, handled: true, enabled: isOne },
  );
  const found = trend.data?.data;
  if (found === undefined) return <Loading lines={5} />;
  const { series, days } = found;
  if (series === null) return null;
  const loads = new Map((listed.data?.rows ?? []).map((load) => [load.sampledOn, load]));
  const bars = days.map(({ day, value, isBelow }) => {
    const expanded = loads.get(day)?.expanded ?? null;
    const number = Number(value);
    return {
      ...{ day, value: number, isHollow: isBelow },
      uncertainty: !isOne || expanded === null ? null : (number * expanded) / 100,
    };
  });
  const onShow = (day: string) => {
    const load = loads.get(day);
    if (load !== undefined) props.onShow(load);
  };
  const name = isOne ? word(`analyte.${analyte}`) : report(`category.${category}`);
  const point = [...loads.values()][0]?.pointName;
  return (
    <Card
      title={point === undefined ? name : t("trend.title", { analyte: name, point })}
      hint={t(series.measure === "per1000" ? "trend.hint" : "trend.hintLoad")}
      extra={<DaySetChoice value={daySet} onChange={setDaySet} />}
    >
      {isOne ? null : (
        <p className="load-quiet">
          {t("trend.sum", { analytes: found.analytes.map((one) => word(`analyte.${one}`)).join(" + ") })}
        </p>
      )}
      <DayBars
        days={withGaps(bars)}
        isShaded={(day) => isOneOf(day, daySet.weekend)}
        label={t("trend.label")}
        {...(isOne ? { onShow } : {})}
      />
      <p className="load-means load-quiet">
        <span>{t("trend.substituted")}</span>
        <span>{t("trend.weekends")}</span>
        {found.incompleteDays.length === 0 ? null : (
          <span>{t("trend.incomplete", { count: found.incompleteDays.length })}</span>
        )}
      </p>
      <div className="load-parts">
        <SeriesFigures series={series} />
        {isOne ? <EuropeanSites asked={props.asked} /> : null}
      </div>
    </Card>
  );
}
