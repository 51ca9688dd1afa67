import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { seriousFindings, turn } from "../journey/browser.ts";
import type { Platform } from "../support/platform-process.ts";
import { goWithin, open, startWalk } from "./page-walk.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;
let addresses: string[];
/** Tables that scroll sideways, as the walk of the first test found them. */
const sideways: string[] = [];

beforeAll(async () => {
  ({ platform, browser, addresses } = await startWalk());
});

test("axe finds nothing serious on any page, light or dark", async () => {
  const found: string[] = [];
  const left = [...addresses];
  // Two at a time: each has a process of its own in the browser.
  const halves = [0, 1].map(async () => {
    const { page, faults } = await enter(browser, platform.http, { viewport: { width: 1366, height: 768 } });
    let place = 0;
    for (let address = left.shift(); address !== undefined; address = left.shift())
      found.push(...(await findingsAt(page, address, place++)));
    return faults;
  });
  expect((await Promise.all(halves)).flat()).toEqual([]);
  expect(found).toEqual([]);
}, 600_000);

test("no list scrolls sideways on a screen of 1366 px", () => {
  expect(sideways).toEqual([]);
});

/** How much wider its tables are than the page's room for them, in px, once what was just drawn was painted. */
const beyondRoom = `(async () => {
  for (const frame of [1, 2]) await new Promise((done) => requestAnimationFrame(done));
  return [...document.querySelectorAll(".data-table-scroll")].filter((table) => table.offsetParent !== null)
  .map((table) => table.scrollWidth - table.clientWidth).filter((beyond) => beyond > 0);
})()`;

/** The one page that is seen among those that are kept behind it. */
const seen = '.tab-page:not([style*="none"]), .bare-page';

/** So many pages are kept in their tabs before all is loaded again: each turn of the theme draws all of them. */
const maxPages = 8;

/**
 * What axe finds on a page, in the light by all rules; in the dark the same elements have other colours alone. Every
 * other page begins in the theme in which the one before it ended.
 */
async function findingsAt(page: Page, address: string, place: number): Promise<string[]> {
  if (place % maxPages === 0) await open(page, platform.http, address);
  else await goWithin(page, address);
  const beyond = await page.evaluate<number[]>(beyondRoom);
  sideways.push(...beyond.map((width) => `${address} by ${width} px`));
  // The shell around them is the same: it is looked at once.
  const within = address === "/index" || address === "/404" ? {} : { within: seen };
  const themes = place % 2 === 0 ? (["light", "dark"] as const) : (["dark", "light"] as const);
  const found: string[] = [];
  for (const theme of themes) {
    await turn(page, theme);
    const rules = theme === "dark" ? { rules: ["color-contrast"] } : {};
    const findings = await seriousFindings(page, { ...within, ...rules });
    found.push(...findings.map((finding) => `${address} ${theme}: ${finding}`));
  }
  return found;
}
