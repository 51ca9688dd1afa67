import { screen, waitFor } from "@testing-library/react";
import { listPlanRun, type PlanRunRow } from "@tracewater/contract/laboratory/plan-runs";
import type { SamplingPlan } from "@tracewater/contract/laboratory/plans";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { choose } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import PlanRunPage from "./plan-run.page.tsx";

const plan: SamplingPlan = {
  ...{
    planId: 5,
    planNo: "SP-5",
    name: "Routine",
    unitId: 2,
    unitName: "City",
    pointId: 11,
    zone: "Asia/Shanghai",
  },
  ...{
    pointCode: "P-001",
    pointName: "North",
    deviceId: null,
    deviceName: null,
    purpose: "routine",
    mode: "grab",
  },
  ...{ startsAt: 0, endsAt: 86_400_000, intervalMin: null, pulse: null, aliquot: 200, bottles: 1, note: "" },
  ...{ bottleVolume: 1000, days: ["mon"], analytes: ["cocaine"], preservative: "none", holdingHours: 24 },
  ...{ state: "ended", stateReason: "", endedAt: null, endedBy: null, createdBy: "Olga", createdAt: 0 },
  ...{ approvedBy: "Li", approvedAt: 0, programmed: null, samplings: 1 },
};
const nothing = {
  ...{ samplingId: null, sampleNo: null, kind: null, state: null, bodyCode: null, began: null, ended: null },
  ...{ volume: null, aliquotsTaken: null, aliquotsMissed: null, boxTempMax: null, deliveryId: null },
  ...{ deliveryNo: null, results: 0, approved: 0, exceeded: 0, loads: 0 },
};
const rows: PlanRunRow[] = [
  {
    ...{ ...nothing, day: "2026-03-02", outcome: "taken", samplingId: 7, sampleNo: "WS-7", kind: "grab" },
    ...{ state: "received", bodyCode: "B-1", began: 0, ended: 0, deliveryId: 3, deliveryNo: "DL-3" },
    ...{ results: 18, approved: 17, exceeded: 2, loads: 16 },
  },
  { ...nothing, day: "2026-03-03", outcome: "missed" },
];
const summary = {
  ...{ planned: 5, dueSoFar: 2, taken: 1, missed: 1, samples: 1, extra: 0, aliquotsTaken: 0 },
  ...{ aliquotsMissed: 0, delivered: 1, measured: 1, exceeded: 2 },
};

test("the run of a plan says what was taken, leads to what each sample became, and is filtered", async () => {
  server.answer(listPlanRun, { plan, summary, rows, total: 2 });
  const page = (
    <Routes>
      <Route path="/statistics/report/:taskId" element={<PlanRunPage />} />
    </Routes>
  );
  await openPart(page, { feature: "laboratory/plan-runs", at: "/statistics/report/5" });
  await screen.findByText("Samples were taken on 1 of 2 sampling days so far; 5 days are planned.");
  const to = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(to("WS-7")).toBe("/samplingDetail/7");
  expect(to("DL-3")).toBe("/laboratory/delivery?id=3");
  expect(to("17 of 18 approved")).toBe("/waterAssay/assay?keyword=B-1");
  expect(to("16 loads")).toBe("/thread/sampling/7");
  screen.getByText("2 above limit");
  await choose("Outcome", "Missed");
  await waitFor(() =>
    expect(server.received(listPlanRun).at(-1)?.query).toMatchObject({ planId: 5, outcome: "missed" }),
  );
});
