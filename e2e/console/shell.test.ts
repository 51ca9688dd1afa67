import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter, menuLink, tabNames } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 1 } }), openBrowser()]);
});

test("tabs: pages are added once, home stays, middle click and the menu close", async () => {
  const { page } = await enter(browser, platform.http);
  const names = () => tabNames(page);
  await menuLink(page, "Water samplers").click();
  await expect.poll(names).toEqual(["Home", "Water samplers"]);
  await menuLink(page, "Sampling points").click();
  await expect.poll(names).toEqual(["Home", "Water samplers", "Sampling points"]);
  await menuLink(page, "Water samplers").click();
  await page.waitForURL(/\/device\/Sampling$/);
  expect(await names()).toEqual(["Home", "Water samplers", "Sampling points"]);

  const tab = (name: string) =>
    page.getByRole("navigation", { name: "Visited pages" }).getByRole("link", { name });
  await tab("Sampling points").click({ button: "middle" });
  await expect.poll(names).toEqual(["Home", "Water samplers"]);
  await menuLink(page, "Sampling points").click();
  await expect.poll(names).toHaveLength(3);
  await tab("Sampling points").click({ button: "right" });
  await expect.poll(async () => (await page.getByRole("menu").boundingBox())?.width).toBe(105);
  await expect
    .poll(() => page.getByRole("menuitem").allInnerTexts())
    .toEqual(["Refresh", "Close current", "Close others", "Close all"]);
  await page.getByRole("menuitem", { name: "Close others" }).click();
  await expect.poll(names).toEqual(["Home", "Sampling points"]);
  await tab("Sampling points").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Close all" }).click();
  await page.waitForURL("**/index");
  await expect.poll(names).toEqual(["Home"]);
});

test("a cached tab keeps what was typed, and the refresh helper takes another page", async () => {
  const { page } = await enter(browser, platform.http);
  await menuLink(page, "Water samplers").click();
  const field = page.getByPlaceholder("Device or nickname");
  await field.fill("kept");
  await menuLink(page, "Home").click();
  await field.waitFor({ state: "hidden" });
  await menuLink(page, "Water samplers").click();
  expect(await field.inputValue()).toBe("kept");

  await page.evaluate(
    "history.pushState(null, '', '/redirect/device/Sampling'); dispatchEvent(new PopStateEvent('popstate'))",
  );
  await page.waitForURL("**/device/Sampling");
  await expect.poll(() => field.inputValue()).toBe("");
  await expect.poll(() => tabNames(page)).toEqual(["Home", "Water samplers"]);
});

test("settings survive a reload, and reset brings the defaults back", async () => {
  const { page } = await enter(browser, platform.http);
  await page.getByRole("button", { name: "Layout settings" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "#0f7b6c" }).click();
  await drawer.getByLabel("Dark sidebar").click();
  await drawer.getByLabel("Tag tabs").click();
  await drawer.getByText("Mini 28").click();
  await drawer.getByText("Eyes").click();
  await drawer.getByText("Mixed").click();
  await drawer.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved in this browser").waitFor();

  await page.reload();
  await page.getByRole("navigation", { name: "Main menu" }).first().waitFor();
  const accent = () =>
    page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')");
  await expect.poll(accent).not.toBe("#1890ff");
  expect(await page.locator("html").getAttribute("data-size")).toBe("mini");
  expect(await page.locator(".sidebar").getAttribute("data-theme")).toBe("dark");
  expect(await page.getByRole("navigation", { name: "Visited pages" }).count()).toBe(0);
  await expect.poll(() => page.getByRole("navigation", { name: "Main menu" }).count()).toBe(2);
  expect(await page.evaluate("localStorage.getItem('tracewater-user-admin')")).toContain("themeYM");

  await page.getByRole("button", { name: "Layout settings" }).click();
  await drawer.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("navigation", { name: "Visited pages" }).waitFor();
  await expect.poll(accent).toBe("#1890ff");
});

test("language and appearance switch at once and without a reload", async () => {
  const { page, faults } = await enter(browser, platform.http, { colorScheme: "light" });
  await page.evaluate("window.sameDocument = true");
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitem", { name: "简体中文" }).click();
  await page.getByRole("link", { name: "污水采样器" }).first().waitFor();
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("zh-CN");
  await page.getByRole("button", { name: "外观" }).click();
  await page.getByRole("menuitem", { name: "深色" }).click();
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(await page.evaluate("window.sameDocument")).toBe(true);
  expect(faults).toEqual([]);
});

test("the header search finds pages by path, devices and points by number, with the keyboard alone", async () => {
  const { page, faults } = await enter(browser, platform.http);
  const name = platform.devices[0]?.deviceName ?? "";
  const field = page.getByRole("combobox", { name: "Search" });
  await page.keyboard.press("Control+k");
  await expect.poll(() => field.evaluate((input) => input.matches(":focus"))).toBe(true);
  await page.keyboard.type("samplePoint");
  await page.getByRole("option", { name: "Sampling points", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/samplePoint/samplePoint");

  await page.keyboard.press("Control+k");
  await page.keyboard.type(name.toLowerCase());
  const group = page.getByRole("group", { name: "Devices" });
  await group
    .getByRole("option", { name, selected: true })
    .getByText("Offline")
    .or(group.getByText("Not activated"))
    .waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/device/admin/*/device_info/${name}/device_info`);
  await page.getByRole("heading", { name }).waitFor();
  const device = page.url();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("EUDA:");
  const points = page.getByRole("group", { name: "Sampling points" }).getByRole("option");
  await expect.poll(() => points.count()).toBe(5);
  const wanted = (await points.last().innerText()).split("\n")[0] ?? "";
  while ((await points.last().getAttribute("aria-selected")) !== "true")
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/samplePoint/point/*");
  await page.getByText(wanted, { exact: true }).filter({ visible: true }).first().waitFor();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("x".repeat(40));
  expect(await field.inputValue()).toHaveLength(32);
  await page.getByText("No results").waitFor();
  // The line that one types into keeps its height over a list that is longer than the window.
  await page.setViewportSize({ width: 3840, height: 500 });
  await field.fill("s");
  await page.getByRole("group", { name: "Pages" }).waitFor();
  expect((await page.locator(".palette-line").boundingBox())?.height).toBe(56 * 1.5);
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  // A very wide screen has all of it larger; the page fills what the side bar and the scroll bar leave, and no more.
  const scrollBar =
    (await page.evaluate<number>(
      "(({ offsetWidth, clientWidth }) => offsetWidth - clientWidth)(document.querySelector('.shell-main'))",
    )) * 1.5;
  const { x, width } = (await page.locator(".tab-page:visible").boundingBox()) ?? {};
  expect([x, width]).toEqual([200 * 1.5, 3840 - 200 * 1.5 - scrollBar]);
  expect((await page.locator(".shell").boundingBox())?.height).toBe(500);
  const tab = page.getByRole("navigation", { name: "Visited pages" }).getByRole("link").last();
  const place = await tab.boundingBox();
  await tab.click({ button: "right", position: { x: 5, y: 5 } });
  const opened = await page.getByRole("menu").boundingBox();
  expect(Math.abs((opened?.x ?? 0) - (place?.x ?? 0))).toBeLessThan(20);
  await page.keyboard.press("Escape");
  // One that is a little less wide has no zoom, and no row is stretched over all of it.
  await page.setViewportSize({ width: 3100, height: 500 });
  const less = (await page.locator(".tab-page:visible").boundingBox()) ?? { x: 0, width: 0 };
  expect([less.x, less.width]).toEqual([200 + (2900 - scrollBar - 2560) / 2, 2560]);
  // An address with another number means the device it names, in the tab that is there.
  await page.goto(device.replace(/\/admin\/\d+\//, "/admin/99999/"));
  await page.waitForURL(device);
  await page.getByRole("heading", { name }).waitFor();
  await expect.poll(async () => (await tabNames(page)).filter((tab) => tab === name)).toHaveLength(1);
  expect(faults).toEqual([]);
});

test("below 992 px the side bar is a drawer that closes by itself, and the device kind is remembered", async () => {
  const { page } = await enter(browser, platform.http, { viewport: { width: 900, height: 800 } });
  const menu = page.getByRole("navigation", { name: "Main menu" });
  expect(await menu.count()).toBe(0);
  await page.getByRole("button", { name: "Expand menu" }).click();
  await menuLink(page, "Water samplers").click();
  await page.waitForURL("**/device/Sampling");
  await menu.waitFor({ state: "detached" });
  expect(await page.evaluate("localStorage.getItem('tracewater-device')")).toBe("mobile");
});
