import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

/** A busy machine may take its time. */
const soon = { timeout: 30_000 };
const idleSeconds = 5;

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 3 } }), openBrowser()]);
});

const clockOf = async (page: Page) => (await page.locator(".wall-clock time").innerText()).replace(/\s/g, "");

/** Waits by the clock that the wall shows. */
async function passSeconds(page: Page, count: number): Promise<void> {
  const seen = new Set([await clockOf(page)]);
  await expect
    .poll(async () => seen.add(await clockOf(page)).size, { timeout: 60_000, interval: 200 })
    .toBeGreaterThan(count);
}

async function openWall(page: Page): Promise<void> {
  await page
    .getByRole("region", { name: "Fleet" })
    .getByText(/3 devices, as of/)
    .waitFor();
  await page.locator(".wall-map canvas").waitFor();
  await page.locator(".wall-live-live").waitFor();
}

test("a wall that nothing happens on draws no map, and with less motion no pixel but the clock changes", async () => {
  const { page } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.addInitScript(`
    window.drawn = 0;
    for (const name of ["drawElements", "drawArrays"]) {
      const draw = WebGL2RenderingContext.prototype[name];
      WebGL2RenderingContext.prototype[name] = function (...given) {
        window.drawn += 1;
        return draw.apply(this, given);
      };
    }`);
  await page.goto(`${platform.http}/visual/situation`);
  await openWall(page);
  const drawn = () => page.evaluate<number>("window.drawn");
  // The land has come, and the map has come to rest.
  await expect
    .poll(async () => {
      const before = await drawn();
      await passSeconds(page, 2);
      return before > 0 && (await drawn()) === before;
    }, soon)
    .toBe(true);
  const before = await drawn();
  const mask = [page.locator(".wall-clock"), page.getByText(/as of/)];
  const first = await page.screenshot({ mask });
  await passSeconds(page, idleSeconds);
  expect((await page.screenshot({ mask })).equals(first)).toBe(true);
  expect(await drawn()).toBe(before);
});

test.each([
  [1280, 720],
  [1920, 1080],
  [2560, 1080],
  [3840, 1080],
  [3840, 2160],
  [1080, 1920],
])("at %i x %i nothing scrolls, leaves the screen or is smaller than 18 units", async (width, height) => {
  const { page } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  await page.setViewportSize({ width, height });
  await page.goto(`${platform.http}/visual/situation`);
  await openWall(page);
  const faults = await page.evaluate<string[]>(`(() => {
    const wall = document.querySelector(".wall");
    const unit = parseFloat(getComputedStyle(wall).getPropertyValue("--u"));
    const found = [];
    const root = document.documentElement;
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) found.push("scrolls");
    for (const element of wall.querySelectorAll("*")) {
      if (element.closest("svg") || element.children.length > 0 || element.textContent.trim() === "") continue;
      const text = element.textContent.trim().slice(0, 40);
      const size = parseFloat(getComputedStyle(element).fontSize) / unit;
      if (size < 17.9) found.push(text + " is " + size.toFixed(1));
      const box = element.getBoundingClientRect();
      // The stage walks by six pixels.
      const isOut = box.left < -7 || box.top < -7 || box.right > innerWidth + 7 || box.bottom > innerHeight + 7;
      if (box.width > 0 && isOut) found.push(text + " is off the screen");
    }
    return found;
  })()`);
  expect(faults).toEqual([]);
  await page.context().close();
});
