import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, openPage } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { api, changeAnswer, enter, logIn, menuLink } from "./visitor.ts";

const filing = "ICP-0417";
let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  const env = { BRAND: "evidence", FILING_NUMBER: filing };
  [platform, browser] = await Promise.all([startPlatform({ env }), openBrowser()]);
});

test("the log-in sends the trimmed name, password, code and uuid, and keeps the token in Admin-Token", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${platform.http}/login`);
  expect(await page.title()).toMatch(/Evidence circulation management system$/);
  await page.getByText(`2021–2024 · Filing No. ${filing}`).waitFor();
  let sent: unknown;
  await page.route(api("/login"), (route) => {
    sent = route.request().postDataJSON();
    return route.continue();
  });
  // A refusal is the form's own affair: it says so there, and no dialog opens.
  await page.locator("input[name=username]").fill("nobody");
  await page.locator("input[name=password]").fill("not-the-password");
  await page.locator("button[type=submit]").click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await logIn(page, "  admin ");
  await page.waitForURL("**/index");
  expect(sent).toMatchObject({ username: "admin", password: expect.any(String), code: "", uuid: "" });
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === "Admin-Token")?.value).toBeTruthy();
  await page.getByRole("contentinfo").getByText(`2021–2024 · Filing No. ${filing}`).waitFor();
});

test("the user's menu: personal centre, layout settings, log-out once it is confirmed", async () => {
  const { page } = await enter(browser, platform.http);
  const user = page.getByRole("banner").getByRole("button", { name: "admin" });
  // An empty avatarUrl means the default picture.
  expect(await user.locator(".portrait").innerText()).toBe("AD");
  const choose = async (name: string) => {
    await user.click();
    await page.getByRole("menuitem", { name }).click();
  };
  await user.click();
  await expect
    .poll(() => page.getByRole("menuitem").allInnerTexts())
    .toEqual(["Personal centre", "Layout settings", "Log out"]);
  await page.getByRole("menuitem", { name: "Personal centre" }).click();
  await page.waitForURL("**/user/profile");
  await choose("Layout settings");
  await page.getByRole("dialog", { name: "Layout settings" }).waitFor();
  await page.keyboard.press("Escape");
  await choose("Log out");
  const dialog = page.getByRole("dialog", { name: "Log out" });
  await dialog.getByText("sure to log out and exit the system?").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/user/profile");
  await choose("Log out");
  await dialog.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login?redirect=%2Findex");
  expect(await page.evaluate("document.cookie")).not.toContain("Admin-Token");
});

test("the side bar is 200 px wide and folds; the cookie sidebarStatus remembers 1 or 0", async () => {
  const { page } = await enter(browser, platform.http);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  const width = async () => (await menu.boundingBox())?.width;
  expect(await width()).toBe(200);
  await page.getByRole("button", { name: "Collapse menu" }).click();
  await expect.poll(width).toBe(64);
  expect(await page.evaluate("document.cookie")).toContain("sidebarStatus=0");
  await page.reload();
  await menu.waitFor();
  expect(await width()).toBe(64);
  // Folded by the cookie and not by the user: nothing moves.
  expect(await menu.getAttribute("class")).toContain("sidebar-still");
  await page.getByRole("button", { name: "Expand menu" }).click();
  await expect.poll(width).toBe(200);
  expect(await page.evaluate("document.cookie")).toContain("sidebarStatus=1");
});

test("sizes default, medium, small and mini change the controls at once; medium is the default", async () => {
  const { page } = await enter(browser, platform.http, { at: "/samplePoint/samplePoint" });
  const button = page.getByRole("main").getByRole("button", { name: "Add", exact: true });
  const height = async () => (await button.boundingBox())?.height;
  await button.waitFor();
  expect(await page.locator("html").getAttribute("data-size")).toBe("medium");
  expect(await height()).toBe(36);
  for (const [name, wanted] of [
    ["Default", 40],
    ["Small", 32],
    ["Mini", 28],
    ["Medium", 36],
  ] as const) {
    await page.getByRole("button", { name: "Size" }).click();
    await page.getByRole("menuitem", { name }).click();
    await expect.poll(height).toBe(wanted);
  }
});

test("fullscreen: the icon follows the browser's own events, and without it there is a warning alone", async () => {
  const { page, faults } = await enter(browser, platform.http);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Fullscreen").click();
  await button("Exit fullscreen").waitFor();
  await page.evaluate("document.exitFullscreen()");
  await button("Fullscreen").waitFor();
  await page.evaluate("Object.defineProperty(document, 'fullscreenEnabled', { value: false })");
  await button("Fullscreen").click();
  await page.getByRole("status").getByText("you browser can not work", { exact: true }).waitFor();
  expect(await page.evaluate("document.fullscreenElement")).toBeNull();
  await button("Fullscreen").waitFor();
  expect(faults).toEqual([]);
});

test("the bell opens upon the newest alarms", async () => {
  const { page, faults } = await enter(browser, platform.http);
  await page.getByRole("button", { name: /active alarms?$/ }).click();
  await page.getByRole("region", { name: "Alarms" }).waitFor();
  expect(faults).toEqual([]);
});

test("messages of success, error and information stand for 5 seconds and can be closed", async () => {
  const { page } = await enter(browser, platform.http);
  await page.clock.install();
  await page.goto(`${platform.http}/test1`);
  const messages = page.locator("[data-specimen=light-medium]");
  for (const [tone, colour] of [
    ["Success", "ok"],
    ["Error", "critical"],
    ["Information", "info"],
  ] as const) {
    await messages.getByRole("button", { name: tone, exact: true }).click();
    const message = page.locator(`.toast-${colour}`);
    await message.waitFor();
    await message.getByRole("button", { name: "Close" }).click();
    await message.waitFor({ state: "detached" });
    await messages.getByRole("button", { name: tone, exact: true }).click();
    await message.waitFor();
    await page.clock.runFor(4000);
    expect(await message.count()).toBe(1);
    await page.clock.runFor(1100);
    await message.waitFor({ state: "detached" });
  }
});

test("settings begin with the specification's defaults, and a theme changes all at once without a download", async () => {
  const { page } = await enter(browser, platform.http, { colorScheme: "light" });
  // showSettings is false: nothing is open until it is asked for.
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("button", { name: "Layout settings" }).click();
  const drawer = page.getByRole("dialog", { name: "Layout settings" });
  await drawer.waitFor();
  expect(await drawer.locator(".theme-preset").count()).toBe(8);
  expect(await drawer.getByRole("textbox", { name: "Theme color" }).inputValue()).toBe("#1890ff");
  const flag = (name: string) => drawer.getByRole("switch", { name }).isChecked();
  expect([await flag("Tag tabs"), await flag("Fixed header"), await flag("Logo in sidebar")]).toEqual([
    true,
    false,
    true,
  ]);
  expect(await drawer.getByRole("radio", { name: "Tea field" }).isChecked()).toBe(true);
  expect(await drawer.getByRole("radiogroup", { name: "Map theme" }).getByRole("radio").count()).toBe(4);

  // The dialogs that have to be at hand when the server is away come some seconds after the page.
  const hasDialogs = `performance.getEntriesByType("resource").some(({ name }) => name.includes("/sign-dialog-"))`;
  await expect.poll(() => page.evaluate<boolean>(hasDialogs), { timeout: 30_000 }).toBe(true);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  // What the page still fetches for itself has come once nothing was asked for between two looks.
  let asked = -1;
  const isQuiet = () => {
    const before = asked;
    asked = requests.length;
    return before === asked;
  };
  await page.getByRole("main").getByText("No devices yet").first().waitFor();
  await expect.poll(isQuiet, { interval: 700, timeout: 20_000 }).toBe(true);
  requests.length = 0;
  const colours = () =>
    page.evaluate<string[]>(
      "[getComputedStyle(document.querySelector('.settings-foot .ant-btn-primary')).backgroundColor, getComputedStyle(document.documentElement).getPropertyValue('--accent-solid')]",
    );
  const before = await colours();
  await drawer.getByRole("button", { name: "#be185d" }).click();
  await expect.poll(async () => (await colours())[0]).not.toBe(before[0]);
  expect((await colours())[1]).not.toBe(before[1]);
  expect(requests.filter((url) => !url.includes("/prod-api/"))).toEqual([]);

  // Closed without Save: as before, also over a reload.
  await page.keyboard.press("Escape");
  await page.getByText("Not saved. Previous settings restored.").waitFor();
  expect(
    await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent-solid')"),
  ).toBe(before[1]);
  expect(await page.evaluate("localStorage.getItem('tracewater-settings') ?? ''")).not.toContain("#be185d");
});

test("what stands for a role or a permission alone is there for admin, and gone for anyone who has neither", async () => {
  const { page } = await enter(browser, platform.http);
  const toPreview = () =>
    page.evaluate("history.pushState(null, '', '/test1'); dispatchEvent(new PopStateEvent('popstate'))");
  const area = page.locator("[data-specimen=light-medium]");
  await toPreview();
  await area.getByText("Visible to everyone").waitFor();
  expect(await area.getByText("Visible to the roles unitAdmin and admin").count()).toBe(1);
  expect(await area.getByText("Visible with the permission to list users").count()).toBe(1);
  await changeAnswer(page, "/getInfo", (body) => ({ ...body, roles: [], permissions: [] }));
  await page.goto(`${platform.http}/index`);
  await page.getByRole("main").first().waitFor();
  await toPreview();
  await area.getByText("Visible to everyone").waitFor();
  expect(await area.getByText("Visible to the roles unitAdmin and admin").count()).toBe(0);
  expect(await area.getByText("Visible with the permission to list users").count()).toBe(0);
});

test("the side bar shows the server's menu to its order, and nobody's address is a page of it", async () => {
  const { page } = await enter(browser, platform.http);
  await menuLink(page, "Sampling points").waitFor();
  expect(await linksOf(page)).toEqual(expect.arrayContaining(["/index", "/device/Sampling"]));
  expect((await linksOf(page)).filter((path) => path.includes(":"))).toEqual([]);
});

function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(
    "[...document.querySelectorAll('.sidebar a.sidebar-link')].map((link) => link.getAttribute('href'))",
  );
}
