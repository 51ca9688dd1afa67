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
  const make = () => form.getByRole("button", { name: "Generate" }).click();
  await page.getByRole("button", { name: "New report" }).click();
  await make();
  await form.locator(".ant-form-item-explain-error").waitFor();
  await choose(form, "Sampling point", /./);
  await field("First day").fill("2026-03-31");
  await field("Last day").fill("2026-03-01");
  await make();
  await form.getByText("must not be before the first day").waitFor();
  expect(await field("First day").inputValue()).toBe("2026-03-31");
  expect(await field("Last day").inputValue()).toBe("2026-03-01");
  await field("First day").fill("2026-02-01");
  await make();
  await page.waitForURL("**/report/samplePointDetail?id=*");
  await page.getByText("No loads can be calculated for these analytes in this period").waitFor();
  await page.getByText("2026-02-01 – 2026-03-01").filter({ visible: true }).first().waitFor();

  await page.goto(`${platform.http}/report/report`);
  await page.getByRole("row").filter({ hasText: "2026-02-01 – 2026-03-01" }).getByText("Failed").waitFor();
  await page.getByRole("button", { name: "New report" }).click();
  await form.getByText("Weekly", { exact: true }).click();
  await choose(form, "Sampling point", /./);
  await expect.poll(() => field("First day").count()).toBe(0);
  await make();
  await form.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Scheduled reports" }).click();
  const drawer = page.getByRole("dialog", { name: "Scheduled reports" });
  await drawer.getByText("weekly").waitFor();
  await drawer.getByRole("button", { name: "End" }).click();
  await page.locator(".ant-popconfirm").getByRole("button", { name: "End" }).click();
  await drawer.getByText("No scheduled reports").waitFor();

  await page.goto(`${platform.http}/report/samplePointDetail?id=999999`);
  await page.getByText("Report not found").waitFor();
  expect(faults).toEqual([]);
});
