import { beforeAll, expect, test } from "vitest";
import { openBrowser, openPage } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { adminPassword } from "../support/server-command.ts";

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});

test("the log-in page takes words before its code has come, keeps them, and sends nothing by itself", async () => {
  const { page, faults } = await openPage(await openBrowser(), { locale: "zh-CN" });
  let sendCode = () => {};
  const codeWanted = new Promise<void>((resolve) => {
    sendCode = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await codeWanted;
    await route.continue();
  });
  await page.goto(`${platform.http}/login`, { waitUntil: "commit" });
  await page.getByLabel("用户名", { exact: true }).fill("admin");
  await page.getByLabel("密码", { exact: true }).fill(adminPassword);
  await page.keyboard.press("Enter");
  expect(new URL(page.url()).search).toBe("");

  sendCode();
  const send = page.getByRole("button", { name: "登录", exact: true });
  await expect.poll(() => send.isEnabled()).toBe(true);
  expect(await page.getByLabel("密码", { exact: true }).inputValue()).toBe(adminPassword);
  await send.click();
  await page.waitForURL("**/index");
  expect(faults).toEqual([]);
});

test("the log-in page that was drawn in another language than the user's becomes their", async () => {
  const { page, faults } = await openPage(await openBrowser());
  await page.goto(`${platform.http}/login`);
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByLabel("用户名", { exact: true }).waitFor();
  await page.reload();
  expect(await page.locator("#root").getAttribute("data-language")).toBe("zh");
  await page.context().clearCookies();
  await page.reload();
  expect(await page.locator("#root").getAttribute("data-language")).toBe("en");
  await page.getByLabel("用户名", { exact: true }).waitFor();
  expect(faults).toEqual([]);
});
