import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter, menuLink } from "./visitor.ts";

const list = "/samplePoint/samplePoint";
let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 120 } }),
    openBrowser(),
  ]);
  await addUser(platform, "vera", "viewer");
});

const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });
const haveRows = (page: Page, count: number) =>
  expect.poll(() => rows(page).count(), { timeout: 10_000 }).toBe(count);
const scroller = (page: Page) => page.locator("[data-scroll]:visible");
const scrollOf = (page: Page) => scroller(page).evaluate((element) => element.scrollTop);

test("the pager: total, sizes, previous, pages, next, jumper; 20 rows at first; to the top in 800 ms", async () => {
  const { page } = await enter(browser, platform.http);
  const asked: URLSearchParams[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith("/v2/admin/samplePoint/list")) asked.push(url.searchParams);
  });
  await menuLink(page, "Sampling points").click();
  await haveRows(page, 20);
  expect([asked[0]?.get("pageNum"), asked[0]?.get("pageSize")]).toEqual(["1", "20"]);

  const pager = page.locator(".pager:visible");
  // Its buttons are there a moment after its rows.
  const order = () =>
    pager.evaluate((bar) =>
      [
        ...bar.querySelectorAll(
          ".pager-total, .ant-select, .ant-pagination-prev, .ant-pagination-item, .ant-pagination-next, .ant-pagination-options-quick-jumper",
        ),
      ]
        .map((part) => (/total|select|prev|item|next|jumper/.exec(part.className) ?? [""])[0])
        .filter((name, at, all) => name !== all[at - 1]),
    );
  await expect.poll(order).toEqual(["total", "select", "prev", "item", "next", "jumper"]);
  expect(await pager.innerText()).toContain("120 in total");
  await pager.getByRole("combobox", { name: "Rows per page" }).click();
  await expect
    .poll(() => page.locator(".ant-select-item-option").allInnerTexts())
    .toEqual(["10 / page", "20 / page", "30 / page", "50 / page"]);
  await page.keyboard.press("Escape");

  await scroller(page).evaluate((element) => element.scrollTo(0, 10_000));
  expect(await scrollOf(page)).toBeGreaterThan(50);
  const began = performance.now();
  await pager.getByRole("listitem", { name: "2" }).click();
  await expect.poll(() => scrollOf(page), { interval: 15 }).toBe(0);
  const lasted = performance.now() - began;
  expect(lasted).toBeGreaterThan(600);
  expect(lasted).toBeLessThan(2500);
  await expect.poll(() => asked.at(-1)?.get("pageNum")).toBe("2");
  await pager.getByRole("textbox").fill("5");
  await page.keyboard.press("Enter");
  await expect.poll(() => asked.at(-1)?.get("pageNum")).toBe("5");
});

test("a cached tab keeps scroll, selection, typed text and its open dialog; a new page begins at its top", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/device/Sampling" });
  await menuLink(page, "Sampling points").click();
  await haveRows(page, 20);
  const search = page.getByRole("textbox", { name: /^Search by/ });
  await search.fill("half a word");
  await rows(page).nth(2).getByRole("checkbox").check();
  await scroller(page).evaluate((element) => element.scrollTo(0, 200));
  const place = await scrollOf(page);
  expect(place).toBeGreaterThan(50);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^New / });
  await dialog.getByLabel("Name", { exact: true }).fill("typed in the dialog");

  // Back to the page before and forth again, as the browser's buttons do it past an open dialog.
  await page.goBack();
  await page.waitForURL("**/device/Sampling");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => page.locator("[data-scroll-page]").evaluate((shell) => shell.scrollTop)).toBe(0);
  await page.goForward();
  await page.waitForURL(`**${list}`);
  await dialog.waitFor();
  expect(await dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("typed in the dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await search.inputValue()).toBe("half a word");
  expect(await rows(page).nth(2).getByRole("checkbox").isChecked()).toBe(true);
  await expect.poll(() => scrollOf(page)).toBe(place);
  expect(faults).toEqual([]);
});

test("a dialog that is drawn again while its tab is hidden comes back with what was typed in it", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/device/Sampling" });
  await menuLink(page, "Sampling points").click();
  await haveRows(page, 20);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^New / });
  await dialog.getByLabel("Name", { exact: true }).fill("typed in the dialog");
  const isAtRest = () =>
    dialog.evaluate((box) => box.getAnimations().length === 0 && !box.matches("[class*=zoom]"));
  await expect.poll(isAtRest).toBe(true);
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  // Another size of controls draws every page again, the hidden ones while the next page is waited for.
  await page.getByRole("button", { name: "Size" }).click();
  await page.getByRole("menuitem", { name: "Small" }).click();
  await menuLink(page, "Alarm rules").click();
  await page.getByRole("columnheader", { name: "Severity" }).waitFor();
  await menuLink(page, "Sampling points").click();
  expect(await dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("typed in the dialog");
  expect(faults).toEqual([]);
});

test("what a viewer's page does not offer, the server refuses, and a page that is not theirs is /401", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: list, as: "vera" });
  await haveRows(page, 20);
  for (const name of ["Add", "Edit", "Delete", "Import", "Export"]) {
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  }
  const { cookies } = await page.context().storageState();
  const token = cookies.find(({ name }) => name === "Admin-Token")?.value;
  const answer = await fetch(`${platform.http}/prod-api/v2/admin/samplePoint/1`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await answer.json()).toMatchObject({ code: 403 });
  await page.goto(`${platform.http}/system/user`);
  await page.waitForURL("**/401");
  expect(faults).toEqual([]);
});

test("widths of columns that were dragged, hidden columns and the density are remembered over a reload", async () => {
  const { page } = await enter(browser, platform.http, { at: list });
  await haveRows(page, 20);
  await page.getByRole("button", { name: "Density: Comfortable" }).click();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Country" }).uncheck();
  const head = page.getByRole("columnheader", { name: "Name" });
  const before = (await head.boundingBox())?.width ?? 0;
  const grip = head.locator(".data-table-grip");
  const box = await grip.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 122, (box?.y ?? 0) + 8, { steps: 4 });
  await page.mouse.up();
  await page.reload();
  await haveRows(page, 20);
  await page.getByRole("button", { name: "Density: Compact" }).waitFor();
  expect(await page.getByRole("columnheader", { name: "Country" }).count()).toBe(0);
  await expect.poll(async () => (await head.boundingBox())?.width ?? 0).toBeGreaterThan(before + 60);
});
