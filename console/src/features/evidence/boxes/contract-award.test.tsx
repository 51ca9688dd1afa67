import { screen } from "@testing-library/react";
import { type ContractAward, contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { openPart } from "../../../../test/open-part.tsx";
import ContractAwardPage from "./contract-award.page.tsx";

const { calls } = contractAwards;
const row: ContractAward = {
  ...{ awardId: 4, contractNo: "C-4", deviceName: "BOX-1", unitId: 2, unitName: "City", awardedBy: "City" },
  ...{ contractor: "Carriers Ltd", subject: "Transport", amount: 12_500, currency: "EUR" },
  ...{ beginsOn: "2026-01-01", endsOn: "2026-02-01", documentName: "", documentHash: "", remark: "" },
  state: "running",
};

test.each([
  ["EUR", 12_500, "12,500.00 EUR"],
  ["JPY", 12_500, "12,500 JPY"],
  ["JPY", 12_500.5, "12,500.5 JPY"],
] as const)("an amount in %s of %d is shown as %s, without rounding", async (currency, amount, text) => {
  server.answer(calls.get, { data: { ...row, amount, currency } });
  await openPart(
    <Routes>
      <Route path="/contract/award/:tableId/:deviceName" element={<ContractAwardPage />} />
    </Routes>,
    { feature: "evidence/boxes", at: "/contract/award/4/BOX-1" },
  );
  expect((await screen.findByText(/^12,500/)).textContent).toBe(text);
});
