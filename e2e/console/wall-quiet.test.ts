import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { keepPicture, openBrowser } from "../journey/browser.ts";
import { fillWall } from "../support/full-wall.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { countWebGl } from "../support/wall-figures.ts";
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
  await page.addInitScript(countWebGl);
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

/** What scrolls, leaves the screen, is too small, or lies on another text; a wall walks by six pixels. */
const findFaults = `(() => {
  const wall = document.querySelector(".wall");
  const unit = parseFloat(getComputedStyle(wall).getPropertyValue("--u"));
  const found = [];
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) found.push("scrolls");
  const texts = [];
  const walker = document.createTreeWalker(wall, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent.trim();
    if (text === "" || element.closest("title") !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    // What is cut with an ellipsis ends where its element does.
    const own = element.getBoundingClientRect();
    const isCut = getComputedStyle(element).overflow === "hidden";
    texts.push({
      text: text.slice(0, 40), element,
      left: box.left, top: box.top, bottom: box.bottom, right: isCut ? Math.min(box.right, own.right) : box.right,
    });
    if (element.closest("svg") === null) {
      const size = parseFloat(getComputedStyle(element).fontSize) / unit;
      if (size < 17.9) found.push(text.slice(0, 40) + " is " + size.toFixed(1));
    }
  }
  for (const element of wall.querySelectorAll(".wall-code svg")) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    texts.push({ text: "the code for phones", element, left, right, top, bottom });
  }
  const legend = wall.querySelector(".wall-legend");
  if (legend !== null && wall.classList.contains("wall-upright")) {
    const veil = legend.getBoundingClientRect().bottom - parseFloat(getComputedStyle(legend, "::before").bottom);
    if (veil > wall.querySelector(".wall-map").getBoundingClientRect().bottom + 1)
      found.push("the legend's veil lies on the columns");
  }
  for (const one of texts) {
    if (one.left < -7 || one.top < -7 || one.right > innerWidth + 7 || one.bottom > innerHeight + 7)
      found.push(one.text + " is off the screen");
  }
  // Line boxes may touch; letters may not.
  const slack = 4 * unit;
  texts.forEach((one, at) => texts.slice(at + 1).forEach((other) => {
    if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element)) return;
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (across > slack && down > slack) found.push(one.text + " lies on " + other.text);
  }));
  return found;
})()`;

const mapThemes = ["themeCT", "themeQHC", "themeYM", "themeLYXZ"] as const;

/** A picture where pictures are asked for, once the map has drawn itself and rests. */
async function keepDrawn(page: Page, name: string): Promise<void> {
  if (process.env["SCREENSHOT_DIR"] === undefined) return;
  const drawn = () => page.evaluate<number>("window.drawn");
  const nextFrames = `new Promise((resolve) => {
    let left = 20;
    const turn = () => (left-- > 0 ? requestAnimationFrame(turn) : resolve());
    turn();
  })`;
  await expect
    .poll(async () => {
      const before = await drawn();
      await page.evaluate(nextFrames);
      return before > 0 && (await drawn()) === before;
    }, soon)
    .toBe(true);
  await keepPicture(page, name);
}

const sizes = [
  [1280, 720],
  [1920, 1080],
  [2560, 1080],
  [3840, 1080],
  [3840, 2160],
  [1080, 1920],
] as const;

test.each(["en-US", "zh-CN"])(
  "in %s, at six sizes, with every list full, with and without a card nothing scrolls, leaves the screen, overlaps or is smaller than 18 units",
  async (locale) => {
    const full = await startPlatform({ seed: { devices: 40, points: 379 } });
    await fillWall(full);
    const { page } = await enter(browser, full.http, { reducedMotion: "reduce", locale });
    await page.addInitScript(countWebGl);
    await page.goto(`${full.http}/visual/situation`);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.locator(".wall-label").first().waitFor();
      await page.locator(".wall-sampling").first().waitFor();
      await expect.poll(() => page.evaluate<string[]>(findFaults), soon).toEqual([]);
      await page.locator(".wall-rank").first().click();
      await page.locator(".wall-card .wall-code svg").waitFor();
      await expect.poll(() => page.evaluate<string[]>(findFaults), soon).toEqual([]);
      await page.keyboard.press("Escape");
      for (const theme of mapThemes) {
        await keepDrawn(page, `wall-${theme}-${locale}-${width}x${height}`);
        await page.keyboard.press("t");
      }
    }
    await page.context().close();
  },
  300_000,
);

test.each(["en-US", "zh-CN"])(
  "in %s, at six sizes, nothing on the wall of the evidence brand leaves the screen or lies on something else",
  async (locale) => {
    const evidence = await startPlatform({ seed: { devices: 3 }, env: { BRAND: "evidence" } });
    const { page } = await enter(browser, evidence.http, { reducedMotion: "reduce", locale });
    await page.goto(`${evidence.http}/visual/situation`);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.locator(".custody-count").first().waitFor();
      await page.locator(".wall-live-live").waitFor();
      await expect.poll(() => page.evaluate<string[]>(findFaults), soon).toEqual([]);
    }
    await page.context().close();
  },
  120_000,
);
