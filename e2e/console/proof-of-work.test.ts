import { expect, test } from "vitest";
import { openBrowser, openPage } from "../journey/browser.ts";
import { startPlatform } from "../support/platform-process.ts";
import { logIn } from "./visitor.ts";

test("the log-in page proves work by itself, and asks for a picture where the browser cannot", async () => {
  const platform = await startPlatform({ env: { CAPTCHA: "on" } });
  const browser = await openBrowser();
  const { page, faults } = await openPage(browser);
  await page.goto(`${platform.http}/login`);
  expect(await page.locator("input[name=code]").count()).toBe(0);
  await logIn(page);
  await page.waitForURL("**/index");
  expect(faults).toEqual([]);

  const old = await openPage(browser);
  await old.page.addInitScript("delete globalThis.Worker");
  await old.page.goto(`${platform.http}/login`);
  await logIn(old.page);
  await old.page.getByRole("img", { name: "Verification code" }).waitFor();
  expect(await old.page.locator("input[name=password]").inputValue()).not.toBe("");
});
