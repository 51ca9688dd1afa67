import { getRouters, type RouteNode } from "@tracewater/contract/system/session";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, seriousFindings } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { waitUntil } from "../support/wait-until.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;
/** One address of every page of the server's tree that is really there, and the built-in ones. */
let addresses: string[];

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 2, points: 30 } }),
    openBrowser(),
  ]);
  const api = await openApi(platform.http);
  const { data } = await api.call(getRouters, {});
  const device = platform.devices[0]?.deviceName ?? "";
  const given = data
    .flatMap((node) => pathsOf(node, ""))
    // The seeded devices are samplers: their pages stand for those of the other families.
    .filter((path) => !path.includes(":device_name") || path.startsWith("/device/"))
    .map((path) => path.replace(":active_name", "device_info").replace(":device_name", device))
    .map((path) => path.replace(/:\w+\??/g, "1"));
  addresses = [
    ...new Set([
      "/index",
      "/user/profile",
      "/camera/camera",
      "/userManagement/appuser",
      "/visual",
      "/visual/devices",
      "/test",
      "/401",
      "/404",
      ...given,
    ]),
  ];
  expect(addresses.length).toBeGreaterThan(15);
});

/** The paths of a node's pages; those of later versions are all one page, which `/userManagement/appuser` shows. */
function pathsOf(node: RouteNode, above: string): string[] {
  const path = node.path.startsWith("/") ? node.path : `${above}/${node.path}`;
  if (node.component === "system/blank/not-yet") return [];
  const below = node.children.flatMap((child) => pathsOf(child, path));
  return node.component === "Layout" || node.component === "ParentView" || below.length > 0 ? below : [path];
}

/** Goes there inside the running console, as a link does, and waits until nothing of the page is on its way. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  await waitUntil(
    `${address} is drawn`,
    () => page.evaluate<boolean>(isDrawn(address)).then((yes) => yes || null),
    { withinMs: 10_000, everyMs: 20 },
  );
}

/** The page that is seen is that of this address, and whole. */
const isDrawn = (address: string) => `(() => {
  const tab = document.querySelector(".tab-strip a[aria-current]");
  const there = tab === null ? location.pathname : new URL(tab.href).pathname;
  const seen = [...document.querySelectorAll(".tab-page, .bare-page")].filter((page) => page.offsetParent !== null);
  return there === ${JSON.stringify(address)} && seen.length === 1 &&
    seen[0].querySelector(".page-frame, .notice, .device-page") !== null &&
    seen[0].querySelector(".loading, .loading-bar, [aria-busy=true]") === null;
})()`;

/** Goes there with a load of its own, so that no page is kept behind it, and waits until nothing is on its way. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(platform.http + address, { waitUntil: "commit" });
  const body = page.locator(".tab-page:visible, .bare-page");
  await body.locator(".page-frame, .notice, .device-page").first().waitFor();
  await waitUntil(`${address} is whole`, () => page.evaluate<boolean>(isWhole).then((yes) => yes || null), {
    withinMs: 10_000,
    everyMs: 20,
  });
}

const isWhole = `document.querySelector("#root :is(.loading, .loading-bar, [aria-busy=true])") === null`;

/** The controls have followed the page into its theme. */
const isInTheme = (theme: string) => `(() => {
  const root = document.documentElement;
  const surface = getComputedStyle(root).getPropertyValue("--surface").trim();
  return root.dataset.theme === "${theme}" && [...document.querySelectorAll("#root [class*=css-var-]")]
    .every((part) => getComputedStyle(part).getPropertyValue("--ant-color-bg-container").trim() === surface);
})()`;

async function turn(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await waitUntil(
    `the page is ${theme}`,
    () => page.evaluate<boolean>(isInTheme(theme)).then((yes) => yes || null),
    { withinMs: 10_000, everyMs: 20 },
  );
}

/** What axe finds on a page, in the light by all rules; in the dark the same elements have other colours alone. */
async function findingsAt(page: Page, address: string): Promise<string[]> {
  await open(page, address);
  // The shell around them is the same: it is looked at once.
  const within = address === "/index" || address === "/404" ? {} : { within: ".tab-page, .bare-page" };
  await turn(page, "light");
  const light = await seriousFindings(page, within);
  await turn(page, "dark");
  const dark = await seriousFindings(page, { ...within, rules: ["color-contrast"] });
  return [
    ...light.map((finding) => `${address}: ${finding}`),
    ...dark.map((finding) => `${address} dark: ${finding}`),
  ];
}

test("axe finds nothing serious on any page, light or dark", async () => {
  const found: string[] = [];
  const left = [...addresses];
  // Two at a time: each has a process of its own in the browser.
  const halves = [0, 1].map(async () => {
    const { page, faults } = await enter(browser, platform.http);
    for (let address = left.shift(); address !== undefined; address = left.shift())
      found.push(...(await findingsAt(page, address)));
    return faults;
  });
  expect((await Promise.all(halves)).flat()).toEqual([]);
  expect(found).toEqual([]);
}, 600_000);

test("no page of 360 px scrolls sideways, in English or Chinese, or shows a key in place of a text", async () => {
  const wrong: string[] = [];
  const visits = ["en-US", "zh-CN"].map(async (locale) => {
    const { page, faults } = await enter(browser, platform.http, {
      locale,
      viewport: { width: 360, height: 780 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: "reduce",
    });
    for (const address of addresses) {
      await goWithin(page, address);
      const width = await page.evaluate<number>(
        "Math.max(document.documentElement.scrollWidth, document.querySelector('.shell-main')?.scrollWidth ?? 0)",
      );
      if (width > 360) wrong.push(`${address} is ${width} px wide in ${locale}`);
      const text = await page.locator(".tab-page:visible, .bare-page").innerText();
      // A key that no text was found for: `some.key` alone on a line.
      const key = /^(?!thing\.|sys\.)[a-z][A-Za-z]+(?:\.[A-Za-z0-9]+)+$/m.exec(text)?.[0];
      if (key !== undefined) wrong.push(`${address} shows the key ${key}`);
    }
    return faults;
  });
  expect((await Promise.all(visits)).flat()).toEqual([]);
  expect(wrong).toEqual([]);
}, 600_000);
