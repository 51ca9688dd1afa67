import { fireEvent, screen } from "@testing-library/react";
import { listReports, type ReportRow } from "@tracewater/contract/laboratory/reports";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { openPart } from "../../../../test/open-part.tsx";
import ReportListPage from "./report-list.page.tsx";

const row: ReportRow = {
  ...{ reportId: 42, pointId: 11, pointCode: "P-001", pointName: "Northgate", unitName: "City laboratory" },
  ...{ from: "2026-10-26", until: "2026-11-23", analytes: ["mdma"], substitution: "zero", language: "en" },
  ...{ state: "done", progress: 100, reason: "", isScheduled: false, pdf: null, xlsx: null },
  ...{ madeAt: "2026-11-23 10:00:00", madeBy: "K. Sørensen (ks)" },
};
const open = async () => {
  server.answer(listReports, { rows: [row], total: 1 });
  await openPart(<ReportListPage />, { feature: "laboratory/reports", at: "/report/report" });
  return screen.findByText("Northgate");
};

test("reports need no sideways bar in a window of 1366 px", async () => {
  const table = (await open()).closest("table");
  expect(Number.parseInt(table?.style.minWidth ?? "0", 10)).toBeLessThanOrEqual(1366 - 200 - 32 - 2);
});

test("a click on the row of a report goes where its number leads", async () => {
  const name = await open();
  let asked = "";
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null) return;
    event.preventDefault();
    asked = link.getAttribute("href") ?? "";
  });
  fireEvent.click(name);
  expect(asked).toBe("/report/samplePointDetail?id=42");
});
