import { fireEvent, screen, within } from "@testing-library/react";
import { getLoadComparison } from "@tracewater/contract/laboratory/load-series";
import { type Load, listLoads } from "@tracewater/contract/laboratory/loads";
import { getReport, type Report, type ReportAnalyte } from "@tracewater/contract/laboratory/reports";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { loadOf } from "../../../../test/laboratory-records.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { PageNameProvider } from "../../../kit/page-name.ts";
import PointReportPage from "./point-report.page.tsx";

const means = {
  ...{ weekday: "263.8", weekend: "319.4", daily: "294.24" },
  days: { weekday: 9, weekend: 12, daily: 21 },
};
// Names of the wire.
const comparison = JSON.parse(
  '{"year":2024,"residue":"cocaine","sites":3,"least":"100","lowerQuartile":"150","median":"200","upperQuartile":"900","most":"1997","source":"EUDA and SCORE","own":{"mean":"294.24","days":21,"sitesBelow":2}}',
);
const one: ReportAnalyte = {
  ...{ analyte: "benzoylEconine", measure: "per1000", means, results: 21, below: 0, isTrendForbidden: false },
  weeks: [{ from: "2026-10-27", until: "2026-11-02", means }],
  ...{ detectionShare: 1, isMeanBelow: false, isBalanced: true, expanded: 12.2, low: 258, high: 330 },
  coverage: { days: 29, sampled: 21, gaps: [{ from: "2026-11-16", until: "2026-11-23", days: 8 }] },
  ...{
    change: null,
    changeGap: "noEarlier",
    warnings: [],
    factor: null,
    factorVersion: null,
    factorTrust: null,
    doseMg: null,
  },
  ...{ consumption: null, doses: null, consumptionExpanded: null, dosesExpanded: null },
  ...{ consumptionBar: "censored", comparison },
};
const report: Report = {
  ...{ reportId: 42, pointId: 11, pointCode: "P-001", pointName: "Northgate", unitName: "City laboratory" },
  ...{ from: "2026-10-26", until: "2026-11-23", analytes: ["benzoylEconine", "mamp"], substitution: "zero" },
  ...{ language: "en", state: "done", progress: 100, reason: "", isScheduled: false },
  ...{ pdf: { sha256: "ab", bytes: 9 }, xlsx: { sha256: "cd", bytes: 9 } },
  ...{ madeAt: "2026-11-23 10:00:00", madeBy: "K. Sørensen (ks)", runId: 5, population: 182_400, stale: 0 },
  choices: {
    ...{ analytes: ["benzoylEconine", "mamp"], substitution: "zero", factors: "inForce", phase: "liquid" },
    ...{ source: "lcms", uncertainty: null, includeKinds: [], duplicates: "mean", qualityReason: "" },
    ...{ europeanYear: 2024, language: "en" },
    daySet: {
      weekday: ["tuesday", "wednesday", "thursday"],
      weekend: ["friday", "saturday", "sunday", "monday"],
    },
  },
  figures: {
    loads: 21,
    analytes: [one, { ...one, analyte: "mamp", comparison: null }],
    categories: [],
    skipped: [],
  },
  custodyHead: { state: "empty" },
};

let named = "";
async function open(loads: Load[] = []) {
  server.answer(getReport, { data: report });
  server.answer(listLoads, { rows: loads, total: loads.length, isMore: false });
  server.answer(getLoadComparison, {
    data: {
      years: [2024],
      comparison,
      sites: [
        { city: "Dresden", country: "DE", load: "102" },
        { city: "Athens", country: "GR", load: "181" },
        { city: "Antwerp", country: "BE", load: "1997" },
      ],
    },
  });
  await openPart(
    <PageNameProvider value={(name) => (named = name)}>
      <PointReportPage />
    </PageNameProvider>,
    { feature: "laboratory/reports", at: "/report/samplePointDetail?id=42" },
  );
  await screen.findByRole("heading", { level: 1, name: "Northgate" });
}

test("a report is headed by its point, its number and the days that it has of its span", async () => {
  await open();
  screen.getByText("21 of 29 days");
  expect(named).toBe("Report 42");
});

test("the figure with its U comes first, then trend, cities and week, the proof last", async () => {
  await open();
  const mean = screen.getByText("All days", { selector: "dt" }).parentElement;
  expect(mean?.textContent).toContain("294 ± 36");
  const titles = [...document.querySelectorAll(".card-title")].map((one) => one.textContent);
  const places = ["Load trend", "European cities", "Means", "Files", "Report settings"].map((one) =>
    titles.indexOf(one),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test("the trend goes over the whole span and names the days without a sample", async () => {
  await open();
  const trend = screen.getByRole("img", { name: "Daily loads" });
  expect(trend.querySelectorAll(".day-trend-weekend").length).toBeGreaterThan(12);
  within(trend).getAllByText("no load, 8 d");
});

test("the cities are ranked by name, the point in its place among them", async () => {
  await open();
  const ranking = await screen.findByRole("table", { name: /European sites/ });
  const rows = await within(ranking).findAllByRole("row");
  expect(rows.map((row) => row.querySelector("th")?.textContent)).toEqual([
    "Antwerp",
    "Northgate",
    "Athens",
    "Dresden",
  ]);
  expect(rows[1]?.getAttribute("aria-current")).toBe("true");
});

test("an analyte of the list is shown when it is chosen", async () => {
  await open();
  const row = screen.getByRole("button", { name: /^Methamphetamine/ });
  expect(row.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(row);
  expect(row.getAttribute("aria-pressed")).toBe("true");
});

test("the loads of a report need no sideways bar in a window of 1366 px, and the hidden columns can be chosen", async () => {
  await open([loadOf({})]);
  const table = (await screen.findByText("B0417-A03")).closest("table");
  expect(Number.parseInt(table?.style.minWidth ?? "0", 10)).toBeLessThanOrEqual(1366 - 200 - 32 - 17);
  screen.getByRole("button", { name: "Columns" });
});
