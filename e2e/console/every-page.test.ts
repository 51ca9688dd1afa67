import { getRouters, type RouteNode } from "@tracewater/contract/system/session";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, seriousFindings } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
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
  addresses = [...new Set(["/index", "/user/profile", "/camera/camera", "/test", "/401", "/404", ...given])];
  expect(addresses.length).toBeGreaterThan(15);
});

/** The paths of a node's pages; those of later versions are all one page, which `/camera/camera` shows. */
function pathsOf(node: RouteNode, above: string): string[] {
  const path = node.path.startsWith("/") ? node.path : `${above}/${node.path}`;
  if (node.component === "system/blank/not-yet") return [];
  const below = node.children.flatMap((child) => pathsOf(child, path));
  return node.component === "Layout" || node.component === "ParentView" || below.length > 0 ? below : [path];
}

/** Goes there inside the running console, and waits until nothing of the page is on its way any more. */
async function open(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  const body = page.locator(".tab-page:visible, .bare-page");
  await body.locator(".page-frame, .notice, .device-page").first().waitFor();
  await expect
    .poll(() => body.locator(".loading:visible, [aria-busy=true]").count(), { timeout: 10_000 })
    .toBe(0);
}

/** The page that is seen, without those that are kept behind it. */
const shown = '.tab-page:not([style*="display: none"])';

test("axe finds nothing serious on any page, light or dark", async () => {
  const found: string[] = [];
  const { page, faults } = await enter(browser, platform.http, {
    reducedMotion: "reduce",
    colorScheme: "light",
  });
  for (const address of addresses) {
    await open(page, address);
    // The shell around them is the same: it is looked at once.
    const within =
      address === "/index" || (await page.locator(".shell").count()) === 0 ? {} : { within: shown };
    found.push(...(await seriousFindings(page, within)).map((finding) => `${address}: ${finding}`));
    // In the dark the same elements have other colours, and nothing else.
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    const dark = await seriousFindings(page, { ...within, rules: ["color-contrast"] });
    found.push(...dark.map((finding) => `${address} dark: ${finding}`));
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  }
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
}, 300_000);

test("no page of 360 px scrolls sideways, in English or Chinese, or shows a key in place of a text", async () => {
  const wrong: string[] = [];
  for (const locale of ["en-US", "zh-CN"]) {
    const { page, faults } = await enter(browser, platform.http, {
      locale,
      viewport: { width: 360, height: 780 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: "reduce",
    });
    for (const address of addresses) {
      await open(page, address);
      const width = await page.evaluate<number>(
        "Math.max(document.documentElement.scrollWidth, document.querySelector('.shell-main')?.scrollWidth ?? 0)",
      );
      if (width > 360) wrong.push(`${address} is ${width} px wide in ${locale}`);
      const text = await page.locator(".tab-page:visible, .bare-page").innerText();
      // A key that no text was found for: `some.key` alone on a line.
      const key = /^(?!thing\.|sys\.)[a-z][A-Za-z]+(?:\.[A-Za-z0-9]+)+$/m.exec(text)?.[0];
      if (key !== undefined) wrong.push(`${address} shows the key ${key}`);
    }
    expect(faults).toEqual([]);
  }
  expect(wrong).toEqual([]);
}, 300_000);
