import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, openPage, seriousFindings } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { waitUntil } from "../support/wait-until.ts";
import { compareWithKept, letter } from "./kept-pictures.ts";

const kept = join(import.meta.dirname, "look.txt");
let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
});

/** By theme and size: what each kind of element looks like, whatever fonts the machine has. */
type Look = Record<string, Record<string, string[]>>;

let page: Page;

beforeAll(async () => {
  ({ page } = await openPage(browser, { reducedMotion: "reduce", colorScheme: "light" }));
  // Ages do not move, and nothing waits to be scrolled to.
  await page.clock.setFixedTime("2026-05-04T12:00:00+08:00");
  await page.setViewportSize({ width: 1440, height: 12_000 });
  await page.goto(`${platform.http}/test1`);
  const pagers = page.locator("[data-specimen] .pager-pages .ant-pagination");
  await waitUntil("eight pagers", async () => (await pagers.count()) === 8 || null, { withinMs: 20_000 });
  // Dear controls are drawn after the first paint; until then boxes are in their places.
  const boxes = page.locator(".search-form-box, .pager-room");
  await waitUntil("all is drawn", async () => (await boxes.count()) === 0 || null, { withinMs: 20_000 });
  await page.mouse.move(0, 0);
});

test("every part of the kit looks as it did, in each size and both themes", async () => {
  const look = await page.evaluate<Look>(readLook);
  expect(Object.keys(look)).toHaveLength(8);
  for (const [specimen, elements] of Object.entries(look)) {
    expect(Object.keys(elements).length, specimen).toBeGreaterThan(60);
  }
  const lines = Object.entries(look).flatMap(([specimen, elements]) =>
    Object.entries(elements).flatMap(([name, looks]) =>
      looks.map((facts) => `${specimen} ${name}: ${facts}`),
    ),
  );
  // UPDATE_LOOK=1 keeps a change that was meant; what it changed is read in the diff.
  if (process.env["UPDATE_LOOK"] === "1") await writeFile(kept, `${lines.join("\n")}\n`);
  expect(lines).toEqual((await readFile(kept, "utf8")).trimEnd().split("\n"));
});

test("pictures of the kit are those that were kept, in each size and both themes", async () => {
  await letter(page);
  const areas = await page.locator("[data-specimen]").all();
  const wrong = await Promise.all(
    areas.map(async (area) => {
      const name = (await area.getAttribute("data-specimen")) ?? "";
      return compareWithKept(name, await area.screenshot({ animations: "disabled", caret: "hide" }));
    }),
  );
  expect(wrong.filter((difference) => difference !== null)).toEqual([]);
});

test("axe finds nothing serious in any part of the kit, in either theme", async () => {
  // Sizes have the same colours, names and roles.
  expect(await seriousFindings(page, { within: "[data-specimen$='-medium']" })).toEqual([]);
});

test("on a phone the pager of a card with a title is a part of that card", async () => {
  const { page: phone } = await openPage(browser, { viewport: { width: 360, height: 780 } });
  await phone.goto(`${platform.http}/test1`);
  const pagers = phone.locator(".card-head + .card-body .pager-phone");
  await waitUntil("the pagers", async () => (await pagers.count()) > 0 || null, { withinMs: 20_000 });
  const outside = await pagers.evaluateAll((found) =>
    found
      .filter((one) => one.offsetWidth > (one.closest(".card")?.clientWidth ?? 0))
      .map((one) => one.outerHTML),
  );
  expect(outside).toEqual([]);
  await phone.context().close();
});

/**
 * Colours, type, corners and the heights of controls, by tag and class. Widths and line breaks follow the machine's
 * fonts and are left out.
 */
const readLook = `(() => {
  const heights = "button, input, .ant-select, .ant-segmented, .ant-switch, .ant-btn, th, td, .state, .icon-button";
  const look = {};
  for (const area of document.querySelectorAll("[data-specimen]")) {
    const kinds = {};
    for (const element of area.querySelectorAll("*")) {
      // What has no class of its own looks like what is around it.
      if (element.closest("svg") || element.classList.length === 0 || element.getClientRects().length === 0) continue;
      const name = [element.tagName.toLowerCase(), ...[...element.classList].filter((one) => !/^css-|^_/.test(one))].join(".");
      const style = getComputedStyle(element);
      const facts = [
        style.color, style.backgroundColor, style.fontSize, style.fontWeight, style.borderRadius,
        style.borderTopWidth === "0px" ? "" : style.borderTopColor,
        style.opacity === "1" ? "" : "opacity " + style.opacity, style.boxShadow === "none" ? "" : style.boxShadow,
        element.matches(heights) ? Math.round(element.getBoundingClientRect().height) + "px high" : "",
      ].filter((fact) => fact !== "").join(" | ");
      (kinds[name] ??= new Set()).add(facts);
    }
    look[area.dataset.specimen] = Object.fromEntries(
      Object.keys(kinds).sort().map((name) => [name, [...kinds[name]].sort()]),
    );
  }
  return look;
})()`;
