import { screen, within } from "@testing-library/react";
import { getPointDetails } from "@tracewater/contract/field/point-details";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { listWorkOrders } from "@tracewater/contract/field/work-orders";
import { getLoadComparison, getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { listPlans } from "@tracewater/contract/laboratory/plans";
import { listReports } from "@tracewater/contract/laboratory/reports";
import { listSamplings } from "@tracewater/contract/laboratory/samplings";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { press } from "../../../../test/hands.ts";
import { sampleOf } from "../../../../test/laboratory-records.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { samplingPoint } from "../../../../test/records.ts";
import { PageNameProvider } from "../../../kit/page-name.ts";
import PointPage from "./point.page.tsx";

const means = {
  weekday: "280",
  weekend: "310",
  daily: "294.24",
  days: { weekday: 9, weekend: 12, daily: 21 },
};
const series = {
  ...{ measure: "per1000" as const, means, results: 21, below: 0, isTrendForbidden: false, expanded: 12.2 },
  ...{ weeks: [{ from: "2026-10-27", until: "2026-11-02", means }], change: null, warnings: [] },
};
const daySet = { weekday: ["tuesday" as const], weekend: ["saturday" as const] };
const flow = {
  ...{ figureId: 1, kind: "flow" as const, since: "2026-11-20", value: 55_870, method: "meter" as const },
  ...{ source: "", madeAt: 0, madeBy: "" },
};

let named = "";
async function open() {
  server.answer(samplingPoints.calls.get, { data: samplingPoint });
  server.answer(getPointDetails, { data: { area: null, figures: [flow], devices: [] } });
  server.answer(getLoadTrend, ({ query }) => ({
    data: {
      ...{ from: "2026-10-27", until: "2026-11-02", daySet },
      series: query.category === "cocaine" ? series : null,
      days: query.category === "cocaine" ? [{ day: "2026-10-28", value: "294", isBelow: false }] : [],
      kaplanMeier: null,
      analytes: query.category === "cocaine" ? ["benzoylEconine" as const] : [],
    },
  }));
  server.answer(getLoadComparison, { data: { years: [], comparison: null, sites: [] } });
  server.answer(listSamplings, { rows: [sampleOf({})], total: 1 });
  for (const call of [listPlans, listReports, listWorkOrders]) server.answer(call, { rows: [], total: 0 });
  await openPart(
    <PageNameProvider value={(name) => (named = name)}>
      <Routes>
        <Route path="/samplePoint/point/:pointId" element={<PointPage />} />
        <Route path="/report/report" element={<p>the new report</p>} />
      </Routes>
    </PageNameProvider>,
    { feature: "field/sampling-points", at: "/samplePoint/point/11" },
  );
  await screen.findByRole("heading", { level: 1, name: "North plant" });
}

test("a point is headed by its name, and its tab by its code", async () => {
  await open();
  expect(named).toBe("P-001");
  screen.getByText(/180,000 inhabitants \(Census/);
});

test("the six categories have their mean with U, those without loads say so", async () => {
  await open();
  const cocaine = await screen.findByRole("button", { name: /^Cocaine/ });
  expect(await within(cocaine).findByText("294")).toBeTruthy();
  within(cocaine).getByText("± 36");
  expect(await screen.findAllByText("no loads")).toHaveLength(5);
});

test("its flow is a chart with the newest value and its method", async () => {
  await open();
  screen.getByRole("img", { name: "Flow" });
  screen.getByText("2026-11-20, Meter");
});

test("its records lead to their pages, and a report of it begins here", async () => {
  await open();
  const sample = await screen.findByRole("link", { name: "S-261116-0417" });
  expect(sample.getAttribute("href")).toBe("/samplingDetail/7");
  press("Generate report");
  await screen.findByText("the new report");
  expect(location.search).toBe("?newFor=11");
});
