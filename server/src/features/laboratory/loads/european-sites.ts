/*
 * The loads that EUDA and SCORE published, European site by site and year by year (`data/euda-daily-loads.csv`). The table
 * never changes while the program runs: it is read with the first question and kept.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import type { Comparison } from "@tracewater/contract/laboratory/load-series";
import { distributionOf } from "@tracewater/wbe/distribution";
import { parseEudaDailyLoads } from "@tracewater/wbe/euda-csv";
import { eudaResidues } from "@tracewater/wbe/euda-residue";
import { type MgPerDayPer1000, mgPerDayPer1000 } from "@tracewater/wbe/units";
import { wireNameOf } from "../factors/factor.service.ts";

/** Whose figures these are; is wherever they are shown. */
const europeanSource = "EUDA and SCORE, Wastewater analysis and drugs, edition 2025";

/** SCORE measures on other continents too; EUDA's own countries, Türkiye among them, are European here. */
const outsideEurope = new Set(["AU", "BR", "CA", "CL", "KR", "NZ", "US"]);

type Site = { siteId: string; city: string; country: string; load: MgPerDayPer1000 };
type Year = { residue: string; sites: Site[] };
type Table = ReadonlyMap<AnalyteName, ReadonlyMap<number, Year>>;

export type EuropeanSites = ReturnType<typeof createEuropeanSites>;

export function createEuropeanSites(options: { folder: string }) {
  let kept: Table | undefined;
  const table = () => {
    kept ??= readTable(readFileSync(join(options.folder, "euda-daily-loads.csv"), "utf8"));
    return kept;
  };

  return {
    /** Years with sites, the newest first. */
    yearsOf: (analyte: AnalyteName): number[] =>
      [...(table().get(analyte)?.keys() ?? [])].sort((a, b) => b - a),

    sitesOf(analyte: AnalyteName, year: number): readonly Site[] {
      return table().get(analyte)?.get(year)?.sites ?? [];
    },

    /** The point's daily mean alongside the daily means of that year's sites; null where there are none. */
    compare(
      analyte: AnalyteName,
      year: number,
      own: { mean: string; days: number } | null,
    ): Comparison | null {
      const found = table().get(analyte)?.get(year);
      if (found === undefined) return null;
      const { residue, sites } = found;
      const { count, min, lowerQuartile, median, upperQuartile, max } = distributionOf(
        sites.map((site) => site.load),
      );
      const mean = own === null ? null : mgPerDayPer1000(own.mean);
      return {
        ...{ year, residue, sites: count, source: europeanSource },
        ...{ least: `${min}`, lowerQuartile: `${lowerQuartile}`, median: `${median}` },
        ...{ upperQuartile: `${upperQuartile}`, most: `${max}` },
        own:
          own === null || mean === null
            ? null
            : { ...own, sitesBelow: sites.filter((site) => site.load.lt(mean)).length },
      };
    },
  };
}

function readTable(text: string): Table {
  const table = new Map<AnalyteName, Map<number, Year>>();
  for (const week of parseEudaDailyLoads(text)) {
    const key = eudaResidues[week.residue];
    const load = week.published.daily;
    if (key === undefined || load === null || outsideEurope.has(week.country)) continue;
    const analyte = wireNameOf(key);
    const years = table.get(analyte) ?? new Map<number, Year>();
    const { residue, siteId, city, country } = week;
    const year = years.get(week.year) ?? { residue, sites: [] };
    year.sites.push({ siteId, city, country, load });
    years.set(week.year, year);
    table.set(analyte, years);
  }
  for (const years of table.values()) {
    for (const { sites } of years.values()) sites.sort((a, b) => a.load.comparedTo(b.load));
  }
  return table;
}
