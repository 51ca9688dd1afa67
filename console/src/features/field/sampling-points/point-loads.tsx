import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import { analyteCategory } from "@tracewater/contract/laboratory/factors";
import { getLoadComparison, getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { fillTemplate, reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { rankSites } from "@tracewater/contract/laboratory/site-ranking";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { isOneOf, withGaps } from "../../../charts/day-bars.tsx";
import { DayTrend } from "../../../charts/day-trend.tsx";
import { Ranking } from "../../../charts/ranking.tsx";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { CategoryRow } from "./category-row.tsx";

type Category = (typeof analyteCategory.options)[number];
const shownCities = 11;

/** The six categories, each by its dominant analyte; one of them day by day, and among the cities of Europe. */
export function PointLoads({ point }: { point: SamplingPoint }) {
  const { t } = useTranslation("field-sampling-points");
  const [chosen, setChosen] = useState<Category>("cocaine");
  return (
    <>
      <div className="point-first">
        <CategoryTrend pointId={point.pointId} category={chosen} />
        <Card flush section="loads" title={t("loads.all")} hint={t("loads.allHint")}>
          <ul className="category-rows">
            {analyteCategory.options.map((category) => (
              <CategoryRow
                key={category}
                pointId={point.pointId}
                category={category}
                isChosen={category === chosen}
                onChoose={() => setChosen(category)}
              />
            ))}
          </ul>
          <p className="point-quiet category-note">{t("loads.notAdded")}</p>
        </Card>
      </div>
      <Cities point={point} category={chosen} />
    </>
  );
}

function CategoryTrend({ pointId, category }: { pointId: number; category: Category }) {
  const { t } = useTranslation("field-sampling-points");
  const label = useResourceLabels({ labels: reportLabels });
  const nameOf = useAnalyteName();
  const { data } = useApi(
    getLoadTrend,
    { query: { pointId, category } },
    { handled: true, keepPrevious: true },
  );
  const trend = data?.data;
  const [dominant] = trend?.analytes ?? [];
  const known = (trend?.days ?? []).map(({ day, value, isBelow }) => ({
    ...{ day, value: Number(value), isHollow: isBelow, interval: null },
  }));
  const series = trend?.series ?? null;
  const daily = series?.means.daily == null || series.isMeanBelow ? null : Number(series.means.daily);
  return (
    <Card
      title={label(`category.${category}`)}
      hint={[dominant === undefined ? "" : nameOf(dominant), t("loads.unit")]
        .filter((part) => part !== "")
        .join(" · ")}
      extra={<PathLink to={`/laboratory/load?pointId=${pointId}`}>{t("loads.list")}</PathLink>}
    >
      {known.length === 0 ? (
        <EmptyState title={t("loads.none")} text={t("loads.noneText")} />
      ) : (
        <DayTrend
          days={withGaps(known)}
          gaps={(series?.coverage?.gaps ?? []).map((gap) => ({
            ...{ from: gap.from, days: gap.days },
            text: fillTemplate(label("noLoad"), { days: gap.days }),
          }))}
          mean={daily === null ? null : { value: daily, text: t("loads.mean") }}
          isShaded={(day) => isOneOf(day, trend?.daySet.weekend ?? [])}
          colour={`var(--drug-${category})`}
          label={label(`category.${category}`)}
        />
      )}
    </Card>
  );
}

function Cities({ point, category }: { point: SamplingPoint; category: Category }) {
  const { t } = useTranslation("field-sampling-points");
  const label = useResourceLabels({ labels: reportLabels });
  const { pointId } = point;
  const trend = useApi(getLoadTrend, { query: { pointId, category } }, { handled: true, keepPrevious: true });
  const analyte = trend.data?.data.analytes[0];
  const { data } = useApi(
    getLoadComparison,
    { query: { pointId, analyte: analyte ?? "amp" } },
    { handled: true, keepPrevious: true, enabled: analyte !== undefined },
  );
  const found = analyte === undefined ? undefined : data?.data;
  if (found === undefined || found.comparison === null) return null;
  const { own, residue, year, sites, source } = found.comparison;
  return (
    <Card title={t("loads.cities")} hint={`${residue}, ${year}, ${label("perDayPer1000")}`}>
      <Ranking
        rows={rankSites(
          found.sites,
          own === null ? null : { name: point.name, load: Number(own.mean) },
          shownCities,
        )}
        label={fillTemplate(label("europe"), { residue, year })}
      />
      {own === null ? null : <p>{fillTemplate(label("europeText"), { below: own.sitesBelow, sites })}</p>}
      <p className="point-quiet">{fillTemplate(label("europeSource"), { source })}</p>
    </Card>
  );
}
