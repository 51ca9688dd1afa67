import { screen } from "@testing-library/react";
import type { Entrustment } from "@tracewater/contract/evidence/entrustment-fields";
import { getDictEntries } from "@tracewater/contract/system/dict-data";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { EntrustmentCard, isOpinionLate } from "./entrustment-columns.tsx";

const row: Entrustment = {
  ...{ entrustmentId: 1, entrustmentNo: "EN-1", unitId: 1, unitName: "Institute", clientName: "Court" },
  ...{ caseNo: "", workTypes: ["other"], state: "inProgress", decision: "accepted", decisionDue: null },
  ...{
    isDecisionLate: false,
    dueDate: "2026-01-02",
    reportNo: "",
    itemCount: 1,
    createdAt: 0,
    createdBy: "A",
  },
};

test("an opinion is late while it is owed, and no longer once the report is out", () => {
  expect(isOpinionLate(row)).toBe(true);
  expect(isOpinionLate({ ...row, state: "accepted" })).toBe(true);
  expect(isOpinionLate({ ...row, state: "reported" })).toBe(false);
  expect(isOpinionLate({ ...row, dueDate: "2999-01-02" })).toBe(false);
  expect(isOpinionLate({ ...row, dueDate: null })).toBe(false);
});

test("on a phone an entrustment says by when something is due", async () => {
  server.answer(getDictEntries, { data: [] });
  await openPart(<EntrustmentCard row={{ ...row, decisionDue: "2026-03-04", isDecisionLate: true }} />, {
    feature: "evidence/entrustments",
  });
  await screen.findByText("2026-03-04");
  screen.getByText("2026-01-02");
});
