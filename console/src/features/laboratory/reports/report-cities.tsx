import { getLoadComparison } from "@tracewater/contract/laboratory/load-series";
import { fillTemplate, reportLabels } from "@tracewater/contract/laboratory/report-labels";
import type { Report, ReportAnalyte } from "@tracewater/contract/laboratory/reports";
import { rankSites } from "@tracewater/contract/laboratory/site-ranking";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Ranking } from "../../../charts/ranking.tsx";
import { Card } from "../../../kit/card.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

const shownCities = 13;

/** The cities of Europe by their daily mean, the point in its place among them. */
export function CitiesCard({ report, one }: { report: Report; one: ReportAnalyte }) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const { comparison } = one;
  const { from, until, pointId } = report;
  const { data } = useApi(
    getLoadComparison,
    { query: { pointId, from, until, analyte: one.analyte, year: comparison?.year ?? 2024 } },
    { keepPrevious: true, handled: true, enabled: comparison !== null },
  );
  if (comparison === null) return null;
  const { year, residue, own, sites, source } = comparison;
  const title = fillTemplate(label("europe"), { residue, year });
  const ranked = rankSites(
    data?.data.sites ?? [],
    own === null ? null : { name: report.pointName, load: Number(own.mean) },
    shownCities,
  );
  return (
    <Card title={t("cities")} section="cities" hint={`${residue}, ${year}, ${label("perDayPer1000")}`}>
      {data === undefined ? <Loading lines={8} /> : <Ranking rows={ranked} label={title} />}
      {own === null ? null : <p>{fillTemplate(label("europeText"), { below: own.sitesBelow, sites })}</p>}
      <p className="report-quiet">{fillTemplate(label("europeSource"), { source })}</p>
    </Card>
  );
}
