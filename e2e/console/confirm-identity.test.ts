import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, seriousFindings } from "../journey/browser.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { adminPassword } from "../support/server-command.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
});

test("a step that asks who sits there keeps what was typed, and goes on once the password was right", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/system/apiKey" });
  const store = await openDatabaseView(platform);
  await store.rows("update session set confirmed_at = confirmed_at - interval '6 minutes'");

  await page.getByRole("button", { name: "New key" }).click();
  const form = page.getByRole("dialog", { name: "New API key" });
  await form.getByLabel("Name").fill("Laboratory import");
  await form.getByLabel("Permissions").fill("Water samplers");
  await page.locator(".ant-select-item-option").first().click();
  // The list of permissions closes.
  await form.getByLabel("Name").click();
  await form.getByRole("button", { name: "Create key" }).click();

  const asked = page.getByRole("dialog", { name: "Confirm it is you" });
  const password = asked.getByLabel("Your password");
  await asked.locator("input:focus").waitFor();
  expect(await seriousFindings(page, { within: ".confirm-identity" })).toEqual([]);
  await password.fill("not my password");
  await asked.getByRole("button", { name: "Confirm" }).click();
  await asked.getByText("The password is wrong.").waitFor();

  // Who gives up comes back to the form as it was.
  await asked.getByRole("button", { name: "Cancel" }).click();
  await asked.waitFor({ state: "hidden" });
  expect(await form.getByLabel("Name").inputValue()).toBe("Laboratory import");
  const [before] = await store.rows<{ count: number }>("select count(*)::int as count from api_key");
  expect(before?.count).toBe(0);

  await form.getByRole("button", { name: "Create key" }).click();
  await password.fill(adminPassword);
  await password.press("Enter");
  await page.getByRole("dialog", { name: "API key created" }).waitFor();
  const made = await store.rows<{ name: string }>("select name from api_key");
  expect(made).toEqual([{ name: "Laboratory import" }]);
  expect(faults).toEqual([]);
});
