import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { choose, openBrowser } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
  await addUser(platform, "ada", "analyst");
});

test("a report of nothing says so, one of no span is refused and keeps what was typed; a schedule is made and ended", async () => {
  const { page, faults } = await enter(browser, platform.http, { as: "ada", at: "/report/report" });
  await page.getByText("No reports yet").waitFor();
  const form = page.getByRole("dialog");
  const field = (name: string) => form.getByLabel(name, { exact: true });
  const make = () => form.getByRole("button", { name: "Make" }).click();
  await page.getByRole("button", { name: "New report" }).click();
  await make();
  await form.locator(".ant-form-item-explain-error").waitFor();
  await choose(form, "Sampling point", /./);
  await field("First day").fill("2026-03-31");
  await field("Last day").fill("2026-03-01");
  await make();
  await form.getByText("lies before the first day").waitFor();
  expect(await field("First day").inputValue()).toBe("2026-03-31");
  expect(await field("Last day").inputValue()).toBe("2026-03-01");
  await field("First day").fill("2026-02-01");
  await make();
  await page.waitForURL("**/report/samplePointDetail?id=*");
  await page.getByText("No load of these analytes can be computed for this span").waitFor();
  await page.getByText("2026-02-01 – 2026-03-01").filter({ visible: true }).first().waitFor();

  await page.goto(`${platform.http}/report/report`);
  await page.getByRole("row").filter({ hasText: "2026-02-01 – 2026-03-01" }).getByText("Failed").waitFor();
  await page.getByRole("button", { name: "New report" }).click();
  await form.getByText("Each week", { exact: true }).click();
  await choose(form, "Sampling point", /./);
  expect(await field("First day").count()).toBe(0);
  await make();
  await form.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Scheduled reports" }).click();
  const drawer = page.getByRole("dialog", { name: "Scheduled reports" });
  await drawer.getByText("each week").waitFor();
  await drawer.getByRole("button", { name: "End" }).click();
  await page.locator(".ant-popconfirm").getByRole("button", { name: "End" }).click();
  await drawer.getByText("No report is scheduled").waitFor();

  await page.goto(`${platform.http}/report/samplePointDetail?id=999999`);
  await page.getByText("There is no such report").waitFor();
  expect(faults).toEqual([]);
});
