import type { analyteCategory } from "@tracewater/contract/laboratory/factors";
import { getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { measuredTexts } from "../../../charts/measured.tsx";
import { shortChange } from "../../../charts/short-change.ts";
import { Sparkline } from "../../../kit/sparkline.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { DrugSquare } from "../../../pickers/drug-category.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

/** A category with its weeks, its daily mean ± U and its change. */
export function CategoryRow(props: {
  pointId: number;
  category: (typeof analyteCategory.options)[number];
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { pointId, category } = props;
  const { t } = useTranslation("field-sampling-points");
  const label = useResourceLabels({ labels: reportLabels });
  const nameOf = useAnalyteName();
  const { data } = useApi(getLoadTrend, { query: { pointId, category } }, { handled: true });
  const series = data?.data.series ?? null;
  const [dominant] = data?.data.analytes ?? [];
  const daily = series?.means.daily ?? null;
  const shown = measuredTexts(daily, series?.expanded ?? null);
  const weeks = (series?.weeks ?? []).flatMap((week) =>
    week.means.daily === null ? [] : [Number(week.means.daily)],
  );
  return (
    <li>
      <button type="button" aria-pressed={props.isChosen} onClick={props.onChoose}>
        <DrugSquare category={category} />
        <span>
          {label(`category.${category}`)}
          <span className="point-quiet category-by">{dominant === undefined ? "" : nameOf(dominant)}</span>
        </span>
        {weeks.length === 0 ? (
          <span />
        ) : (
          <Sparkline values={weeks} width={72} height={22} colour={`var(--drug-${category})`} />
        )}
        {series === null || shown === null ? (
          <span className="category-mean point-quiet">{t("loads.noLoads")}</span>
        ) : (
          <span className="category-mean num">
            <strong>{series.isMeanBelow ? "< LOQ" : shown.value}</strong>
            {series.isMeanBelow || shown.uncertainty === null ? null : (
              <span className="point-quiet">± {shown.uncertainty}</span>
            )}
          </span>
        )}
        <span className="category-change num">
          {series === null ? "" : (shortChange(series).text ?? "—")}
        </span>
      </button>
    </li>
  );
}
