import { screen } from "@testing-library/react";
import { criteria, getAssayBatch } from "@tracewater/contract/laboratory/analytical-batches";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import type { AnalyticalBatchDetail } from "./analytical-batch-detail.ts";
import AnalyticalBatchPage from "./batch.page.tsx";

const sha256 = "ab".repeat(32);
const at = Date.UTC(2026, 2, 3, 4);
const batch: AnalyticalBatchDetail = {
  ...{ batchId: 4, batchNo: "B77-00012", unitId: 2, unitName: "City", instrument: "MS-0401" },
  ...{ method: "WBE-18 MRM", methodVersion: "", runAt: at, note: "", madeBy: "MS-0401", assays: 0 },
  ...{
    passed: [],
    failed: ["thcCooh", "mamp"],
    deviceName: "MS-0401",
    runState: "done",
    sequence: "SEQ-12",
    incidents: ["calFail"],
  },
  ...{ criteria: criteria.parse({}), isClosed: false, results: [], fits: [] },
  verdicts: [
    {
      analyte: "thcCooh",
      checks: [
        { kind: "calibration", isOk: false, figure: 0.9712, limit: 0.99, rules: [] },
        { kind: "auditTrail", isOk: false, figure: 17, limit: null, rules: [] },
      ],
      judgedAt: "2026-03-03 12:00:00",
    },
    {
      analyte: "mamp",
      checks: [{ kind: "blank", isOk: false, figure: 0.0034, limit: null, rules: [] }],
      judgedAt: "2026-03-03 12:00:00",
    },
  ],
  run: { samples: 24, failedInjections: 2, doneAt: at, fileName: "SEQ-12.txt", sha256, upload: "stored" },
  events: [
    {
      ...{ id: 1, kind: "auditTrailGap", at, since: at - 17 * 60_000, analyte: null, figure: 17 },
      ...{ batchId: 4, batchNo: "B77-00012" },
    },
  ],
  files: [{ fileName: "SEQ-12.txt", sha256, at, by: "Ana", added: 35, leftOut: 5, isReported: true }],
};

test("a batch shows the run of its instrument, what failed there, and the file whose results are in it", async () => {
  server.answer(getAssayBatch, { data: batch });
  await openPart(<AnalyticalBatchPage />, { feature: "laboratory/quality", at: "/laboratory/batch?id=4" });
  await screen.findByRole("heading", { name: /Instrument run/ });
  expect(screen.getByText("SEQ-12.txt")).toBeTruthy();
  expect(screen.getByText(sha256)).toBeTruthy();
  expect(screen.getByText("Same file as reported")).toBeTruthy();
  expect(screen.getByText("Received from the instrument")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Import this file" }).getAttribute("href")).toContain("file=run");
  expect(screen.getByText("Audit trail gap")).toBeTruthy();
  expect(screen.getByText("gap of 17 min")).toBeTruthy();
  expect(screen.getByText("0.0034 μg/L, reported by the instrument")).toBeTruthy();
  press("More actions");
  const results = await screen.findByRole("link", { name: "Import results" });
  expect(results.getAttribute("href")).toContain("/waterAssay/import?batchId=4");
});

test("a batch that was entered by hand shows no run", async () => {
  const byHand = {
    ...batch,
    deviceName: null,
    runState: null,
    run: null,
    incidents: [],
    events: [],
    files: [],
  };
  server.answer(getAssayBatch, { data: byHand });
  await openPart(<AnalyticalBatchPage />, { feature: "laboratory/quality", at: "/laboratory/batch?id=4" });
  await screen.findByText("B77-00012");
  expect(screen.queryByText("Instrument run")).toBeNull();
});
