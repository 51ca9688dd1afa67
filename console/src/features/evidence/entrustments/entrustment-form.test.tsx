import { screen, waitFor } from "@testing-library/react";
import { addEntrustment } from "@tracewater/contract/evidence/entrustments";
import { listDepts } from "@tracewater/contract/system/dept";
import { expect, test } from "vitest";
import { testDialogManners } from "../../../../test/dialog-manners.tsx";
import { server } from "../../../../test/fake-server.ts";
import { choose, dialog, faultAt, field, fill, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { unit } from "../../../../test/records.ts";
import { EntrustmentForm } from "./entrustment-form.tsx";

testDialogManners({
  name: "entrustment form",
  feature: "evidence/entrustments",
  part: (onClose) => <EntrustmentForm entrustment={null} onClose={onClose} />,
  prepare: () => server.answer(listDepts, { data: [unit] }),
  fill: async () => {
    fill("Client", " District court ");
    fill("Case number", "2026-117");
    await choose("Work types", "Forensic toxicology");
    fill("Questions to answer", "Which substance is it?");
  },
  submit: "Save",
  call: addEntrustment,
  reply: { data: { id: 3, entrustmentNo: "EN-261123-0001" } },
  sent: {
    body: {
      ...{ unitId: 2, clientName: "District court", clientAddress: "", contact: "", phone: "" },
      ...{ clientDocument: "", caseNo: "2026-117", workTypes: ["forensicToxicology"], examination: "first" },
      ...{ earlierNo: "", purpose: "trial", matters: "Which substance is it?", facts: "", persons: [] },
      ...{ disposition: "returnWhole", fetchWeeks: null, risks: "", dueDate: null, fee: null },
      ...{ feeCurrency: null, feeNote: "" },
      ...{ opinionDelivery: "fetched", copies: 3, retention: "years30", retentionGround: "" },
    },
  },
  said: "Entrustment saved.",
  missing: { label: "Questions to answer", says: "Please enter Questions to answer" },
  refused: { at: "caseNo", label: "Case number" },
});

test("entrustment form: a fee needs a currency, and without a fee none can be chosen", async () => {
  server.answer(listDepts, { data: [unit] });
  server.answer(addEntrustment, { data: { id: 3, entrustmentNo: "EN-261123-0001" } });
  await openPart(<EntrustmentForm entrustment={null} onClose={() => undefined} />, {
    feature: "evidence/entrustments",
  });
  fill("Client", "District court");
  await choose("Work types", "Forensic toxicology");
  fill("Questions to answer", "Which substance is it?");
  expect(field("Currency").disabled).toBe(true);
  fill("Fee", "1200");
  await waitFor(() => expect(field("Currency").disabled).toBe(false));
  press("Save", dialog());
  await waitFor(() => expect(faultAt("Currency")).toBe("Please enter Currency"));
  expect(server.received(addEntrustment)).toEqual([]);
  await choose("Currency", "CNY");
  press("Save", dialog());
  await waitFor(() => expect(server.received(addEntrustment)).toHaveLength(1));
  expect(server.received(addEntrustment)[0]?.body).toMatchObject({ fee: 1200, feeCurrency: "CNY" });
});

test("entrustment form: what the server said of a field is gone once the field is changed", async () => {
  server.answer(listDepts, { data: [unit] });
  await openPart(<EntrustmentForm entrustment={null} onClose={() => undefined} />, {
    feature: "evidence/entrustments",
  });
  fill("Client", "District court");
  fill("Case number", "?");
  await choose("Work types", "Forensic toxicology");
  fill("Questions to answer", "Which substance is it?");
  const msg = "This is no case number";
  server.refuse(addEntrustment, { msg, errors: [{ field: "caseNo", message: msg }] });
  press("Save", dialog());
  await waitFor(() => expect(faultAt("Case number")).toBe(msg));
  fill("Case number", "2026-117");
  await waitFor(() => expect(screen.queryByText(msg)).toBe(null));
});
