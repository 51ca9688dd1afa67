import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type EntrustmentDetail, stepEntrustment } from "@tracewater/contract/evidence/entrustments";
import { listDepts } from "@tracewater/contract/system/dept";
import { type DictEntry, getDictEntries } from "@tracewater/contract/system/dict-data";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { choose, dialog, faultAt, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { unit } from "../../../../test/records.ts";
import { EntrustmentView } from "./entrustment-view.tsx";

const none: EntrustmentDetail["may"] = {
  ...{ change: false, addItem: false, decide: false, recuse: false },
  ...{ confirmClient: false, confirmInstitution: false, steps: [] },
};
const draft: EntrustmentDetail = {
  ...{ entrustmentId: 1, entrustmentNo: "EN-1", unitId: 1, unitName: "Institute", clientName: "Court" },
  ...{ caseNo: "", workTypes: ["other"], state: "draft", decision: null, decisionDue: null, dueDate: null },
  ...{ isDecisionLate: false, reportNo: "", itemCount: 0, createdAt: 0, createdBy: "A" },
  ...{ clientAddress: "", contact: "", phone: "", clientDocument: "", purpose: "trial" },
  ...{ examination: "first", earlierNo: "", matters: "", facts: "", persons: [], risks: "" },
  ...{ disposition: "returnWhole", fetchWeeks: null, opinionDelivery: "fetched", copies: 1 },
  ...{ fee: null, feeCurrency: null, feeNote: "" },
  ...{ retention: "years30", retentionGround: "", refusalGround: null, decisionReason: "", decided: null },
  ...{ firstExaminer: null, secondExaminer: null, reviewer: null, clientConfirmed: null, reported: null },
  ...{ institutionConfirmed: null, recused: [], items: [], balance: [] },
  may: { ...none, change: true, addItem: true, recuse: true },
};

const dictEntry: DictEntry = {
  ...{ dictCode: 1, dictSort: 1, dictType: "entrustment_state", dictValue: "draft" },
  ...{
    dictLabel: "Draft",
    dictLabelEn: "Draft",
    dictLabelZh: "草稿",
    listClass: "default",
    cssClass: "",
    isDefault: "0",
    status: "0",
    remark: "",
  },
};

async function open(change: Partial<EntrustmentDetail>, permissions = ["*:*:*"]) {
  server.answer(getDictEntries, { data: [dictEntry] });
  server.answer(listDepts, { data: [unit] });
  await openPart(<EntrustmentView entrustment={{ ...draft, ...change }} />, {
    feature: "evidence/entrustments",
    permissions,
  });
}

/** The commands of the header without its menu, from the left. */
const commands = () => {
  const bar = document.querySelector<HTMLElement>(".record-head-actions");
  if (bar === null) throw new Error("the record has no commands");
  return [...bar.querySelectorAll("a, button")].flatMap((one) => one.textContent || []);
};

async function menu(): Promise<string[]> {
  press("More actions");
  const found = await screen.findByRole("menu");
  return within(found)
    .getAllByRole("menuitem")
    .map((item) => item.textContent ?? "");
}

test("a draft without items shows that one is registered, and keeps the rest in its menu", async () => {
  await open({});
  expect(commands()).toEqual(["Custody track", "Register item"]);
  expect(await menu()).toEqual([
    "Edit",
    "Print form",
    "File for the court",
    "File for the court (ZIP)",
    "File for the court (PDF)",
    "Recuse",
  ]);
  expect((await screen.findByText("Draft")).closest(".state-tag")?.querySelector("svg")).toBeTruthy();
});

test("a step of an entrustment is its first command, however much else may be done", async () => {
  await open({ may: { ...draft.may, confirmClient: true, confirmInstitution: true, steps: ["submit"] } });
  expect(commands()).toEqual(["Record client's confirmation", "Submit"]);
  expect(await menu()).toEqual(expect.arrayContaining(["Confirm for the institution", "Custody track"]));
});

test("a closed entrustment gives its track and its file for the court", async () => {
  await open({ state: "closed", may: none });
  expect(commands()).toEqual(["File for the court", "Custody track"]);
});

test("an account that may not export gets no file of an entrustment, and edits it from the menu", async () => {
  await open({ may: { ...none, change: true } }, ["evidence:entrustment:query"]);
  expect(commands()).toEqual(["Custody track"]);
  expect(await menu()).toEqual(["Edit", "Print form"]);
  fireEvent.click(screen.getByRole("menuitem", { name: "Edit" }));
  await screen.findByRole("dialog", { name: "Edit entrustment EN-1" });
});

test("a draft with a fee but no currency asks for the currency when it is submitted", async () => {
  await open({ fee: 1200, may: { ...draft.may, steps: ["submit"] } });
  server.answer(stepEntrustment, {});
  press("Submit");
  await screen.findByRole("dialog");
  press("Submit", dialog());
  await waitFor(() => expect(faultAt("Currency")).toBe("Please enter Currency"));
  expect(server.received(stepEntrustment)).toEqual([]);
  await choose("Currency", "CHF");
  press("Submit", dialog());
  await waitFor(() => expect(server.received(stepEntrustment)).toHaveLength(1));
  expect(server.received(stepEntrustment)[0]?.body).toMatchObject({ step: "submit", feeCurrency: "CHF" });
});

test("a fee is shown with its currency, and an older one without", async () => {
  await open({ fee: 1200, feeCurrency: "CNY", feeNote: "in advance" });
  await screen.findByText("1200.00 CNY · in advance");
  cleanup();
  await open({ fee: 1200, feeNote: "in advance" });
  await screen.findByText("1200 · in advance");
  cleanup();
  await open({ fee: 1200, feeCurrency: "JPY" });
  await screen.findByText("1200 JPY");
});
