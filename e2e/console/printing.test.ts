import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 2, points: 5 } }),
    openBrowser(),
  ]);
});

test("labels are alone on paper while they are open; afterwards a page prints as before", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/device/Sampling" });
  await page.getByRole("main").getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Print label" }).click();
  const asked = page.getByRole("dialog");
  await asked.getByRole("button", { name: "Generate labels" }).click();
  await page.getByText("Labels to print: 1").waitFor();

  await page.emulateMedia({ media: "print" });
  await expect.poll(() => page.locator("body > .print-paper .label").count()).toBe(1);
  expect(await page.locator("body > .print-paper").isVisible()).toBe(true);
  expect(await page.locator("main").first().isVisible()).toBe(false);

  await page.emulateMedia({ media: "screen" });
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => page.locator("main").first().isVisible()).toBe(true);
  expect(faults).toEqual([]);
});
