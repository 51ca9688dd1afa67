import { analyteName } from "@tracewater/contract/laboratory/factors";
import { getLoadComparison } from "@tracewater/contract/laboratory/load-series";
import { fillWords, reportWords } from "@tracewater/contract/laboratory/report-words";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { SiteStrip } from "../../../charts/site-strip.tsx";
import { useResourceWords } from "../../../resource/page-resource.ts";
import type { LoadFilters } from "./load-search.tsx";

/** The point's mean beside the sites of Europe in a year, with their source. */
export function EuropeanSites({ asked }: { asked: LoadFilters }) {
  const { t } = useTranslation("laboratory-loads");
  const report = useResourceWords({ words: reportWords });
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
        <span>{fillWords(report("europe"), { residue: comparison.residue, year: comparison.year })}</span>
        <Select
          aria-label={report("europeanYear")}
          style={{ width: 96 }}
          value={comparison.year}
          options={years.map((one) => ({ value: one, label: String(one) }))}
          onChange={setYear}
        />
      </p>
      <SiteStrip
        label={fillWords(report("europe"), { residue: comparison.residue, year: comparison.year })}
        least={Number(comparison.least)}
        lowerQuartile={Number(comparison.lowerQuartile)}
        median={Number(comparison.median)}
        upperQuartile={Number(comparison.upperQuartile)}
        most={Number(comparison.most)}
        own={own === null ? null : Number(own.mean)}
        values={sites.map((site) => Number(site.load))}
      />
      <p>
        {own === null
          ? t("trend.noOwn")
          : fillWords(report("europeText"), { below: own.sitesBelow, sites: comparison.sites })}
      </p>
      <p className="load-quiet">
        {fillWords(report("europeSource"), { source: comparison.source })}; {report("perDayPer1000")}
      </p>
    </div>
  );
}
