import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { createApiClient } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
});

test("a published notice shows under the bell at once, is drawn without what it may not hold, and is read by opening", async () => {
  const { page, faults } = await enter(browser, platform.http);
  await page.getByRole("button", { name: "Notices: none unread" }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const client = createApiClient(platform.http);
  await client.logIn();
  const answer = await fetch(`${platform.http}/prod-api/v2/admin/system/notice`, {
    method: "POST",
    headers: { authorization: client.authorization(), "content-type": "application/json" },
    body: JSON.stringify({
      noticeTitle: "Maintenance tonight",
      noticeContent:
        "<p>From <strong>eleven</strong></p><img src=x onerror='document.title=1'><script>document.title=2</script>",
      status: "0",
    }),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
  const bell = page.getByRole("button", { name: "Notices: 1 unread" });
  // By the live stream: the bell asks by itself once a minute only.
  await bell.waitFor({ timeout: 10_000 });
  await bell.click();
  await page.getByRole("button", { name: /Maintenance tonight/ }).click();
  const drawer = page.getByRole("dialog", { name: "Notices" });
  await drawer.getByText("eleven").waitFor();
  expect(await drawer.locator(".notice-html").innerHTML()).toBe("<p>From <strong>eleven</strong></p>");
  await drawer.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Notices: none unread" }).waitFor();
  expect(faults).toEqual([]);
});

test("who wants no motion finds what drops down under its button", async () => {
  const { page, faults } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  const bell = page.getByRole("button", { name: /^Notices: / });
  await bell.click();
  const panel = page.getByRole("region", { name: "Notices" });
  await panel.waitFor();
  const [button, box] = await Promise.all([bell.boundingBox(), panel.boundingBox()]);
  expect(Math.abs((box?.y ?? 0) - (button?.y ?? 0))).toBeLessThan(100);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1440);
  expect(faults).toEqual([]);
});

test("a task is run from its page, and says what it did", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/job/job" });
  await page.getByRole("button", { name: "Run Expired data clean-up now" }).click();
  const dialog = page.getByRole("dialog", { name: "Run now: Expired data clean-up" });
  await dialog.getByRole("button", { name: "Run now" }).click();
  await dialog.getByText(/sessions, .* pictures removed\./).waitFor();
  await dialog.getByText("Done").waitFor();
  expect(faults).toEqual([]);
});
