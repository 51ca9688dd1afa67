import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, openPage } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { api, changeAnswer, enter, logIn, menuLink, tabNames } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
});

const node = {
  hidden: false,
  children: [],
  meta: { title: "", icon: "", noCache: false, link: null },
};

/** Adds nodes to the routes that the server gives. */
async function withRoutes(
  page: Awaited<ReturnType<typeof openPage>>["page"],
  nodes: object[],
): Promise<void> {
  await changeAnswer<{ data: object[] }>(page, "/getRouters", (body) => ({
    ...body,
    data: [...body.data, ...nodes],
  }));
}

test("the guard: public pages pass, all else leads over the log-in to where it was asked for", async () => {
  const { page } = await openPage(browser);
  for (const path of ["/404", "/401", "/test", "/userAudit"]) {
    await page.goto(platform.http + path, { waitUntil: "commit" });
    await page.getByRole("main").getByRole("link").first().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  for (const path of ["/index", "/no/such/page", "/visual", "/redirect/index"]) {
    await page.goto(platform.http + path, { waitUntil: "commit" });
    await page.waitForURL(`**/login?redirect=${encodeURIComponent(path)}`);
  }
  await page.goto(`${platform.http}/device/Sampling?pageNum=1&state=offline#x`);
  await page.waitForURL("**/login?redirect=*");
  await logIn(page);
  await page.waitForURL("**/device/Sampling?pageNum=1&state=offline#x");

  await page.goto(`${platform.http}/login`);
  await page.waitForURL("**/index");
  await page.goto(`${platform.http}/no/such/page`);
  await page.waitForURL("**/404");
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await page.waitForURL("**/index");
  await expect.poll(() => tabNames(page)).toContain("Home");
});

test("a redirect to another origin is refused", async () => {
  for (const asked of ["https://evil.example/", "/\\evil.example"]) {
    const { page } = await openPage(browser);
    await page.goto(`${platform.http}/login?redirect=${encodeURIComponent(asked)}`);
    await logIn(page);
    await page.waitForURL(`${platform.http}/index`);
    await page.context().close();
  }
  const { page } = await enter(browser, platform.http);
  await page.goto(`${platform.http}/redirect//evil.example/x`);
  await page.waitForURL(`${platform.http}/404`);
});

test("a user who cannot be fetched is logged out and sent to the root", async () => {
  const { page } = await enter(browser, platform.http);
  await page.route(api("/getInfo"), (route) => route.fulfill({ json: { code: 500, msg: "no" } }));
  await page.goto(`${platform.http}/device/Sampling`);
  await page.waitForURL("**/login?redirect=%2F");
  expect(await page.evaluate("document.cookie")).not.toContain("Admin-Token");
});

test("the server's routes: unknown component, redirect, hidden, inner link, address outside", async () => {
  const { page } = await openPage(browser);
  const link = (title: string, address: string) => ({ ...node.meta, title, link: address });
  await withRoutes(page, [
    {
      ...node,
      name: "Extra",
      path: "/extra",
      component: "Layout",
      alwaysShow: true,
      redirect: "/extra/odd",
      meta: { ...node.meta, title: "Extra" },
      children: [
        {
          ...node,
          name: "Odd",
          path: "odd",
          component: "not/in/build",
          meta: { ...node.meta, title: "Odd" },
        },
        { ...node, name: "Hid", path: "hid", component: "system/profile/profile", hidden: true },
        {
          ...node,
          name: "In",
          path: "in",
          component: "InnerLink",
          meta: link("Inside", "https://manual.example/a"),
        },
        { ...node, name: "Ours", path: "ours", component: "InnerLink", meta: link("Ours", "/user/profile") },
        {
          ...node,
          name: "Out",
          path: "https://other.example/",
          component: "ParentView",
          meta: link("Outside", "https://other.example/"),
        },
        {
          ...node,
          name: "Bad",
          path: "bad",
          component: "ParentView",
          meta: link("Bad", "javascript:alert(1)"),
        },
      ],
    },
  ]);
  await page.goto(`${platform.http}/extra`);
  await page.waitForURL("**/login?*");
  await logIn(page);
  await page.waitForURL("**/extra/odd");
  await page.getByText("Page not available in this version").waitFor();
  await page.getByText("not/in/build").waitFor();

  expect(await menuLink(page, "Outside").getAttribute("target")).toBe("_blank");
  expect(await page.locator("a[href^=javascript]").count()).toBe(0);
  await menuLink(page, "Inside").click();
  const offered = page.getByRole("main").getByRole("link", { name: "Open manual.example" });
  expect(await offered.getAttribute("target")).toBe("_blank");
  expect(await page.locator("iframe").count()).toBe(0);
  await menuLink(page, "Ours").click();
  await page.waitForURL("**/user/profile");

  await page.goto(`${platform.http}/extra/hid`);
  await page.getByRole("main").getByRole("heading", { name: "Personal centre" }).waitFor();
});

test("pages are loaded once they are opened, and one that is marked noCache is another each time", async () => {
  const { page } = await openPage(browser);
  type Routes = { data: { children: { component: string; meta: { noCache: boolean } }[] }[] };
  await changeAnswer<Routes>(page, "/getRouters", (body) => {
    for (const child of body.data.flatMap(({ children }) => children)) {
      if (child.component === "field/sampling-points/sampling-point-list") child.meta.noCache = true;
    }
    return body;
  });
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const files = () => loaded.filter((path) => /\/sampling-point-list/.test(path));
  await page.goto(`${platform.http}/login`);
  await logIn(page);
  await menuLink(page, "Sampling points").waitFor();
  expect(files()).toEqual([]);
  await menuLink(page, "Sampling points").click();
  const field = page.getByRole("textbox", { name: /^Search by/ });
  await field.fill("not kept");
  expect(files().length).toBeGreaterThan(0);
  await menuLink(page, "Home").click();
  await page.waitForURL("**/index");
  await menuLink(page, "Sampling points").click();
  await field.waitFor();
  expect(await field.inputValue()).toBe("");
});

test("/test tries everything out, /test1 shows the kit eight times and fetches nothing", async () => {
  const { page, faults } = await enter(browser, platform.http);
  await page.goto(`${platform.http}/test`);
  for (const part of ["server", "clock", "live", "storage", "screen"]) {
    await page.locator(`[data-part=${part}][data-verdict=good]`).waitFor();
  }
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/prod-api/") && calls.push(request.url()));
  await page.goto(`${platform.http}/test1`);
  await expect.poll(() => page.locator("[data-specimen] table").count()).toBe(8);
  const heights = await page
    .locator("[data-specimen] .ant-btn-primary")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([40, 36, 32, 28]));
  expect(calls).toEqual([]);
  expect(faults).toEqual([]);
});

test("of 5,000 rows those in sight are drawn, under a head that stays, and the keyboard goes through them", async () => {
  const { page, faults } = await openPage(browser);
  await page.goto(`${platform.http}/test1`);
  const table = page.locator("table[aria-rowcount='5001']");
  const rows = table.locator(".data-table-row");
  await table.scrollIntoViewIfNeeded();
  expect(await rows.count()).toBeLessThan(80);
  const scroller = page.locator(".data-table-long");
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await table.getByText("A-2500").waitFor();
  expect(await rows.count()).toBeLessThan(80);
  const top = async (at: typeof table) => (await at.boundingBox())?.y ?? 0;
  expect(Math.abs((await top(table.locator("thead th").first())) - (await top(scroller)))).toBeLessThan(2);

  const button = (id: string) => table.getByRole("button", { name: `Plain ${id}` });
  await button("A-2500").focus();
  // Beyond the rows that are drawn at first. A hand is not faster than a row is drawn: a checkbox and a button in each.
  for (let row = 2501; row <= 2530; row++) {
    for (const _ of ["checkbox", "button"]) await page.keyboard.press("Tab");
    await expect.poll(() => button(`A-${row}`).evaluate((element) => element.matches(":focus"))).toBe(true);
  }
  await scroller.focus();
  await page.keyboard.press("End");
  await table.getByText("A-5000").waitFor();
  await table.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await expect.poll(() => rows.last().getByRole("checkbox").isChecked()).toBe(true);
  expect(faults).toEqual([]);
});

test("a picture is shown large and saved, and a file that failed is tried again", async () => {
  const { page, faults } = await openPage(browser);
  await page.goto(`${platform.http}/test1`);
  const area = page.locator("[data-specimen=light-medium]");
  await area.getByRole("button", { name: "Enlarge Illustration of water" }).click();
  const large = page.getByRole("dialog", { name: "Illustration of water" });
  await large.getByRole("img", { name: "Illustration of water" }).waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    large.getByRole("button", { name: "Save" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("water.svg");
  await page.keyboard.press("Escape");
  await large.waitFor({ state: "hidden" });
  expect(await area.getByRole("button", { name: "Save report.pdf" }).isDisabled()).toBe(true);
  await area.getByText("The database did not respond within 5 s.").first().waitFor();
  await area.getByRole("button", { name: "Retry snapshot.png" }).click();
  await area.getByRole("button", { name: "Save snapshot.png" }).waitFor();
  expect(faults).toEqual([]);
});
