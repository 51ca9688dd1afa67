/**
 * The figures that are notified of the results: on the page, in a PDF and in a spreadsheet, each digit as it was
 * entered.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { readPdf } from "../support/pdf-text.ts";
import { readWorkbook } from "../support/workbook-text.ts";
import { choose, chooseAllOf, keepPicture } from "./browser.ts";
import type { People } from "./laboratory-people.ts";
import { found } from "./laboratory-results.ts";

/** Made in the page of one day; what is on the screen and in both files is what was entered. Its address. */
export async function makeReport({ ada }: People, day: string): Promise<string> {
  const page = await ada.goTo("/report/report");
  await page.getByRole("button", { name: "New report" }).click();
  const form = page.getByRole("dialog");
  await choose(form, "Sampling point", /./);
  await form.getByLabel("First day", { exact: true }).fill(day);
  await form.getByLabel("Last day", { exact: true }).fill(day);
  await chooseAllOf(form, "Analytes", ["Cocaine"]);
  // The bottles hold parts of a day.
  await chooseAllOf(form, "Also used", ["Composite", "Grab sample"]);
  await form.getByRole("button", { name: "Generate" }).click();
  await page.waitForURL("**/report/samplePointDetail?id=*");
  await page.locator("code.report-digest").nth(1).waitFor();
  for (const value of Object.values(found)) {
    await page.getByRole("cell", { name: value, exact: true }).waitFor();
  }
  await keepPicture(page, "journey-report");

  const texts = readPdf(await download(page, "PDF"));
  for (const value of Object.values(found)) expect(texts).toContain(value);
  const rows = readWorkbook(await download(page, "Spreadsheet")).flat();
  const head = rows.find((row) => row.some((text) => text.startsWith("Concentration"))) ?? [];
  const place = head.findIndex((text) => text.startsWith("Concentration"));
  const values = rows.map((row) => row[place]);
  for (const value of Object.values(found)) expect(values).toContain(value);
  await compareAgain(page);
  return page.url();
}

/** What was superseded since is reported alongside the report; the report itself comes out the same. */
export async function lookAgain({ ada }: People, url: string): Promise<void> {
  const page = await ada.goTo(new URL(url).pathname + new URL(url).search);
  await page.getByText("1 result was superseded since").waitFor();
  await page.getByRole("cell", { name: found.mdma, exact: true }).waitFor();
  await compareAgain(page);
}

async function compareAgain(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Regenerate and verify" }).click();
  await page.getByText("all values and both files are identical").waitFor();
}

/** A file of the report, which is the one that the page reports the digest of. */
async function download(page: Page, name: "PDF" | "Spreadsheet"): Promise<Buffer> {
  // The PDF is a command of the report, the spreadsheet is in its menu.
  if (name === "Spreadsheet") await page.getByRole("button", { name: "More actions" }).click();
  const role = name === "PDF" ? "button" : "menuitem";
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole(role, { name, exact: true }).click(),
  ]);
  const bytes = await readFile(await file.path());
  const digest = createHash("sha256").update(bytes).digest("hex");
  await expect.poll(() => page.locator("code.report-digest").allInnerTexts()).toContain(digest);
  return bytes;
}
