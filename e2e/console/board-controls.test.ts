import { addDevice, listDevices } from "@tracewater/contract/fleet/devices";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 1 } }), openBrowser()]);
  const api = await openApi(platform.http);
  const { rows } = await api.call(listDevices, { params: { family: "waterSample" }, query: {} });
  const body = { deviceName: "HF-QC", unitId: rows[0]?.unitId ?? 0 };
  await api.call(addDevice, { params: { family: "handFastDetector" }, body });
});

test("an interval for control boards locks a detector out, and a person overrides it with a reason", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/measureBoard/control" });
  await page.getByText("Not scheduled").waitFor();
  await page.getByRole("button", { name: "Set interval" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("spinbutton", { name: "Interval", exact: true }).fill("7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Locked out: control overdue").waitFor();
  await page.getByRole("link", { name: "HF-QC" }).click();
  await page.waitForURL("**/detec_params");
  await page.getByText("due every 7 days").waitFor();
  expect(await page.getByText(/^overdue since/).count()).toBe(2);
  await page.getByRole("button", { name: "Override" }).click();
  await dialog.getByLabel("Reason").fill("no");
  await dialog.getByRole("button", { name: "Override lockout" }).click();
  await dialog.getByText("Enter at least 5 characters.").waitFor();
  await dialog.getByLabel("Reason").fill("confirmed by mass spectrometry");
  await dialog.getByRole("button", { name: "Override lockout" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Overridden: control overdue").waitFor();
  await page.getByText(/overridden by .*: confirmed by mass spectrometry$/).waitFor();
  expect(faults).toEqual([]);
});
