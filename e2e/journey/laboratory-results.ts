/** What is found in the bottles: from an instrument's file and typed by hand, reviewed by somebody else. */
import { type Assay, assayExport, listAssays, reviewAssays } from "@tracewater/contract/laboratory/assays";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ApiClient } from "../support/api-client.ts";
import { waitUntil } from "../support/wait-until.ts";
import { keepPicture } from "./browser.ts";
import { decide, type People, refusal } from "./laboratory-people.ts";
import { smallSheet } from "./small-workbook.ts";

/** Digit by digit what the instrument and the analyst say, in μg/L. */
export const found = { mdma: "0.01234567", cocaine: "0.4821", ketamine: "0.03070" } as const;

type Sample = { bodyCode: string; sampledOn: string };

/** By the template a spreadsheet in another unit is refused whole. */
export async function refuseOtherUnit(http: string, { ada }: People, sample: Sample): Promise<void> {
  const rows = [
    ["Bottle", "Sampled on", "Analyte", "Value (ng/L)", "Flag", "LOQ (ng/L)"],
    [sample.bodyCode, sample.sampledOn, "MDMA", "12.34567", "Quantified", "5"],
  ];
  expect(await importSheet(http, ada.api, smallSheet(rows))).toMatchObject({
    state: "failed",
    added: 0,
    reason: expect.stringContaining("ng/L"),
  });
}

/** The instrument's file through the page: mapped, shown with its faults, stored; a second time nothing is stored. */
export async function importResults({ ada }: People, { bodyCode, sampledOn }: Sample): Promise<void> {
  const row = (analyte: string, value: string, unit = "μg/L", bottle = bodyCode) =>
    [bottle, sampledOn, analyte, value, unit, "Quantified", "0.005"] as const;
  const sheet = smallSheet([
    ["Bottle", "Sampled on", "Analyte", "Value", "Unit", "Flag", "LOQ (μg/L)"],
    row("MDMA", found.mdma),
    row("Cocaine", found.cocaine),
    row("Aspirin", "0.5"),
    row("Morphine", "0.5", "mg/L"),
    row("Codeine", "0.5", "μg/L", "B-of-somebody-else"),
  ]);
  const file = { name: "run 7.xlsx", mimeType: sheetType, buffer: Buffer.from(await sheet.arrayBuffer()) };
  const page = await ada.goTo("/waterAssay/import");
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByLabel("Name", { exact: true }).fill("Journey");
  // In which unit the values are nobody guesses.
  await page.getByRole("button", { name: "Save mapping" }).click();
  await page.getByText("select the unit").waitFor();
  await page.getByLabel("Value: Unit", { exact: true }).click();
  await page.locator(".ant-select-dropdown:visible").getByText("μg/L").click();
  await page.getByRole("button", { name: "Save mapping" }).click();
  for (const fault of [/not one of the 18 analytes/, /the row is in mg\/L/, /bottle not found/]) {
    await page.getByText(fault).first().waitFor();
  }
  await keepPicture(page, "journey-import");
  expect((await resultsOf(ada.api, bodyCode)).length).toBe(0);
  await page.getByRole("button", { name: "Save 2 results" }).click();
  await page.getByText("Existing 2").waitFor();
  expect(await page.getByRole("button", { name: "Save 0 results" }).isDisabled()).toBe(true);
}

/** By hand; a value that is none is refused where it was typed, and stays there. */
export async function typeResult({ bruno }: People, { bodyCode, sampledOn }: Sample): Promise<void> {
  const page = await bruno.goTo("/waterAssay/assay");
  await page.getByRole("button", { name: "Enter results" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Bottle or sample number", { exact: true }).fill(bodyCode);
  await form.getByLabel("Bottle or sample number", { exact: true }).press("Enter");
  // The day is that of the sample, and nobody types it.
  const day = form.getByLabel("Sampled on", { exact: true });
  await form.locator(`input[readonly][value="${sampledOn}"]`).waitFor();
  expect(await day.inputValue()).toBe(sampledOn);
  const value = form.getByLabel("Ketamine, Value", { exact: true });
  await value.fill("0.03o70");
  await form.getByLabel("Ketamine, LOQ", { exact: true }).fill("0.0050");
  await form.getByRole("button", { name: "Save as drafts" }).click();
  await form.getByRole("alert").first().waitFor();
  expect(await value.inputValue()).toBe("0.03o70");
  await value.fill(found.ketamine);
  await form.getByRole("button", { name: "Save as drafts" }).click();
  await form.waitFor({ state: "hidden" });
}

/** All drafts are handed over by who imported them; who entered one does not approve it, somebody else does. */
export async function review(people: People): Promise<Assay[]> {
  const { ada, bruno, rita } = people;
  const drafts = await ada.goTo("/waterAssay/assay?state=draft");
  await chooseAll(drafts);
  await decide(drafts, "Submit 3 for review", "Submit 3 for review");
  const { rows: waiting } = await ada.api.call(listAssays, { query: { state: "inReview" } });
  expect(Object.fromEntries(waiting.map((one) => [one.analyte, one.value]))).toEqual(found);
  const ids = waiting.map((one) => one.assayId);
  const own = waiting.filter((one) => one.analyte === "ketamine").map((one) => one.assayId);
  const approve = (list: number[]) => ({ body: { ids: list, decision: "approve" as const } });
  expect(await refusal(ada.api.call(reviewAssays, approve(ids)))).not.toBe("taken");
  expect(await refusal(bruno.api.call(reviewAssays, approve(own)))).toMatch(/by someone else/);
  const page = await rita.goTo("/waterAssay/assay?state=inReview");
  await chooseAll(page);
  await decide(page, "Approve 3", "Approve 3");
  const { rows } = await ada.api.call(listAssays, { query: { state: "approved" } });
  expect(rows.map((one) => one.assayId).sort()).toEqual(ids.sort());
  return rows;
}

export async function resultsOf(api: ApiClient, bodyCode: string): Promise<Assay[]> {
  return (await api.call(listAssays, { query: { bodyCode } })).rows;
}

async function chooseAll(page: Page): Promise<void> {
  await page.getByRole("row").nth(3).waitFor();
  await page.getByLabel("Select all rows on this page").check();
}

const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function importSheet(http: string, client: ApiClient, sheet: Blob) {
  const form = new FormData();
  form.append("file", sheet, "results.xlsx");
  const { import: call, getImport } = assayExport.calls;
  const response = await fetch(`${http}/prod-api${call.path}`, {
    method: call.method,
    headers: { authorization: client.authorization() },
    body: form,
  });
  const begun = call.reply.parse(await response.json());
  return waitUntil("the import is done", async () => {
    const { data } = await client.call(getImport, { params: { id: begun.data.importId } });
    return data.state === "running" ? null : data;
  });
}
