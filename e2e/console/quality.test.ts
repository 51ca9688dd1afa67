import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { choose, openBrowser } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  await addUser(platform, "ada", "analyst");
});

const file = (lines: readonly string[]) => ({
  name: "qc.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});
const head = "Kind,Analyte,Level (ng/L),Response,Value (μg/L),LOQ (μg/L),Control material";
const rows = [
  "Standard,Cocaine,10,0.1,,,",
  "Standard,Cocaine,100,1.01,,,",
  "Standard,Cocaine,500,4.98,,,",
  "Standard,Cocaine,1000,10.02,,,",
  "Procedural blank,Cocaine,,,ND,0.005,",
  "Control material,Cocaine,,,0.204,,QC-low",
];

test("a batch is added, its quality control typed and imported, judged and charted; bad input keeps what was typed", async () => {
  const { page, faults } = await enter(browser, platform.http, { as: "ada", at: "/laboratory/quality" });
  const dialog = page.getByRole("dialog");
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  await page.getByRole("button", { name: "Add batch" }).click();
  await field("Batch").fill("Q-2026-11");
  await dialog.getByRole("button", { name: "Add batch" }).click();
  await dialog.locator(".ant-form-item-explain-error").nth(2).waitFor();
  expect(await field("Batch").inputValue()).toBe("Q-2026-11");
  await field("Run time").fill("2026-11-20 09:15");
  await field("Instrument").fill("LC-MS 1");
  await field("Method").fill("M1");
  await dialog.getByRole("button", { name: "Add batch" }).click();
  await page.waitForURL("**/laboratory/batch?id=*");
  // In the server's zone, whatever the browser's is.
  await page.locator(".record-head").getByText("2026-11-20 09:15:00", { exact: true }).waitFor();
  await page.getByText("Nothing to evaluate yet").waitFor();

  await page.getByRole("button", { name: "Enter quality control" }).click();
  await choose(dialog, "Type", "Duplicate");
  await field("Value").fill("0.10");
  await field("Second value").fill("zero");
  await dialog.getByRole("button", { name: "Save and add another" }).click();
  await dialog.getByText("Enter a valid number").waitFor();
  expect(await field("Second value").inputValue()).toBe("zero");
  await field("Second value").fill("0.101");
  await dialog.getByRole("button", { name: "Save and add another" }).click();
  await dialog.getByText("1 measurement saved").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("button", { name: "Import quality control" }).click();
  const choice = dialog.locator("input[type=file]");
  await choice.setInputFiles(file(["Kind,Analyte,Level,Response", "Standard,Cocaine,1,1"]));
  await dialog.getByRole("alert").filter({ hasText: "has no unit" }).waitFor();
  await choice.setInputFiles(file([head, ...rows, "Tea,Cocaine,1,1,,,"]));
  await dialog.getByText("6 valid rows, 1 with errors").waitFor();
  await dialog.getByText("is not a known type of quality control").waitFor();
  await dialog.getByText("0.010 μg/L, response 0.1").waitFor();
  await dialog.getByRole("button", { name: "Save 6 measurements" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("7 measurements").waitFor();
  await page.getByText("not judged, no limits set").waitFor();

  await page.goto(`${platform.http}/laboratory/quality?view=charts`);
  await page.getByRole("button", { name: /Cocaine/ }).click();
  await page.getByRole("button", { name: "Set limits" }).click();
  const limits = page.getByRole("dialog").filter({ hasText: "Specified" });
  await limits.getByText("Specified").click();
  await limits.getByLabel("Mean").fill("0.2");
  await limits.getByLabel("Standard deviation").fill("-1");
  await limits.getByLabel("Reason or source").fill("certificate 12");
  await limits.getByRole("button", { name: "Set limits" }).click();
  await limits.getByRole("alert").waitFor();
  expect(await limits.getByLabel("Standard deviation").inputValue()).toBe("-1");
  await limits.getByLabel("Standard deviation").fill("0.01");
  await limits.getByRole("button", { name: "Set limits" }).click();
  await page.getByText("mean 0.2 μg/L, s 0.01 μg/L").waitFor();
  expect(faults).toEqual([]);
});
