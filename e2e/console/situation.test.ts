import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { keepPicture, openBrowser, seriousFindings } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

/** A busy machine may take its time. */
const soon = { timeout: 30_000 };

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 3 } }), openBrowser()]);
});

test("the situation screens are entries with their titles, and demo mode walks from device to device", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/visual" });
  const screens = page.getByRole("navigation", { name: "Situation screens" }).getByRole("link");
  await screens.first().waitFor();
  const entries = await screens.evaluateAll((links) =>
    links.map((link) => [link.getAttribute("href"), link.textContent]),
  );
  expect(entries).toEqual([
    ["/visual/situation", "Situation overview"],
    ["/visual/devices", "Devices in turn"],
  ]);
  await page.getByRole("link", { name: "Situation overview" }).click();
  await page.getByText("This version does not have it yet").waitFor();

  await page.goto(`${platform.http}/visual/devices`);
  const demo = page.getByRole("switch", { name: "Demo mode" });
  await demo.click();
  const round = page.locator("dt", { hasText: "Shown in this round" }).locator("xpath=../dd");
  const shown = page.locator("dt", { hasText: /^Device$/ }).locator("xpath=../dd");
  await expect.poll(() => round.innerText(), soon).toBe("1 / 3");
  const first = await shown.innerText();
  await expect.poll(() => round.innerText(), soon).toBe("2 / 3");
  expect(await shown.innerText()).not.toBe(first);
  await page.getByRole("button", { name: "Chart" }).click();
  expect(await seriousFindings(page)).toEqual([]);
  await keepPicture(page, "situation-devices");

  // Remembered for this user, in this browser.
  await page.reload();
  await expect.poll(() => demo.getAttribute("aria-checked"), soon).toBe("true");
  await demo.click();
  await expect.poll(() => round.count(), soon).toBe(0);
  expect(faults).toEqual([]);
});
