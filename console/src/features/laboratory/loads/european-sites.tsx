import { analyteName } from "@tracewater/contract/laboratory/factors";
import { getLoadComparison } from "@tracewater/contract/laboratory/load-series";
import { fillTemplate, reportLabels } from "@tracewater/contract/laboratory/report-labels";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { SiteStrip } from "../../../charts/site-strip.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import type { LoadFilters } from "./load-search.tsx";

/** The point's mean next to the sites of Europe in a year, with their source. */
export function EuropeanSites({ asked }: { asked: LoadFilters }) {
  const { t } = useTranslation("laboratory-loads");
  const report = useResourceLabels({ labels: reportLabels });
  const [year, setYear] = useState<number | null>(null);
  const analyte = analyteName.safeParse(asked.analyte).data;
  const { pointId, from, until } = asked;
  const { data } = useApi(
    getLoadComparison,
    { query: { pointId, from, until, analyte: analyte ?? "amp", ...(year === null ? {} : { year }) } },
    { keepPrevious: true, enabled: analyte !== undefined },
  );
  if (data === undefined) return null;
  const { comparison, years, sites } = data.data;
  if (comparison === null) return <p className="load-quiet">{t("trend.noYears")}</p>;
  const { own } = comparison;
  return (
    <div>
      <p className="record-line">
        <span>{fillTemplate(report("europe"), { residue: comparison.residue, year: comparison.year })}</span>
        <Select
          aria-label={report("europeanYear")}
          style={{ width: 96 }}
          value={comparison.year}
          options={years.map((one) => ({ value: one, label: String(one) }))}
          onChange={setYear}
        />
      </p>
      <SiteStrip
        label={fillTemplate(report("europe"), { residue: comparison.residue, year: comparison.year })}
        min={Number(comparison.least)}
        lowerQuartile={Number(comparison.lowerQuartile)}
        median={Number(comparison.median)}
        upperQuartile={Number(comparison.upperQuartile)}
        max={Number(comparison.most)}
        own={own === null ? null : Number(own.mean)}
        values={sites.map((site) => Number(site.load))}
      />
      <p>
        {own === null
          ? t("trend.noOwn")
          : fillTemplate(report("europeText"), { below: own.sitesBelow, sites: comparison.sites })}
      </p>
      <p className="load-quiet">
        {fillTemplate(report("europeSource"), { source: comparison.source })}; {report("perDayPer1000")}
      </p>
    </div>
  );
}
