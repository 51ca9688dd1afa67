import { screen } from "@testing-library/react";
import type { Assay } from "@tracewater/contract/laboratory/assays";
import { expect, test, vi } from "vitest";
import { openPart } from "../../../../test/open-part.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";

const row: Assay = {
  ...{ assayId: 1, bodyCode: "B-7001", sampledOn: "2026-11-18", phase: "liquid", source: "lcms", method: "" },
  ...{ methodVersion: "", analyte: "cocaine", value: "0.5", flag: "quantified", lod: null, loq: null },
  ...{ ionRatio: null, retentionTime: null, enantiomericFraction: null },
  ...{ uncertainty: null, recovery: null, pointName: "North", state: "inReview", analyst: "Olga (olga)" },
  ...{ reviewer: "", reviewedAt: null, reviewNote: "", reason: "", unitName: "City", bottleId: 3, unitId: 2 },
  ...{ labUnitName: null, pointId: 11, pointCode: "P-001", deviceName: null, supersedes: null },
  ...{
    supersededBy: null,
    batchId: null,
    batchNo: "",
    qc: "none",
    qcFailures: [],
    qcFailed: [],
    isQuestioned: false,
  },
  analystIds: [7],
};
const open = (rows: Assay[]) =>
  openPart(<DecisionButtons rows={rows} onDecide={vi.fn()} menu={[]} />, { feature: "laboratory/assays" });

test("nobody is offered the approval of what they entered themselves", async () => {
  await open([row, { ...row, assayId: 2 }]);
  await screen.findByText("2 of your own wait for another reviewer");
  expect(screen.queryByRole("button", { name: /Approve/ })).toBeNull();
});

test("of a sheet the results of others alone are offered for approval", async () => {
  await open([row, { ...row, assayId: 2, analystIds: [8] }]);
  await screen.findByRole("button", { name: /Approve 1/ });
  screen.getByText("1 of your own waits for another reviewer");
});
