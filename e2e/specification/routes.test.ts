import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listDevices } from "@tracewater/contract/fleet/devices";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { enter } from "../console/visitor.ts";
import { openBrowser, openPage } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { waitUntil } from "../support/wait-until.ts";

type Route = { path: string; example: string; layout: "main" | "blank"; access: "public" | "token" };

const routes: Route[] = JSON.parse(readFileSync(join(import.meta.dirname, "routes.json"), "utf8"));
/** Entries of the log-in; their pages are documents of their own. */
const loginEntry = ["/login", "/register", "/forgetpassword", "/setup"];

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 1 } }), openBrowser()]);
});

test("every route of the specification opens a page, in the layout and for whom it is meant", async () => {
  const { page } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  const name = platform.devices[0]?.deviceName ?? "";
  const wrong: string[] = [];
  for (const route of routes.filter(({ path }) => !loginEntry.includes(path))) {
    const address = route.example
      .replace("{deviceName}", encodeURIComponent(name))
      .replace("{time}", "1760000000000");
    wrong.push(...(await faultsOf(page, route, address)));
  }
  expect(wrong).toEqual([]);
});

/** Goes to an address inside the running console, as a link does, and tells what is wrong with where that leads. */
async function faultsOf(page: Page, route: Route, address: string): Promise<string[]> {
  await page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  const inLayout = route.layout === "main" || route.path === "/redirect/*";
  // Asked from out here: the page's own security policy forbids what Playwright's waitForFunction does.
  const arrived = await waitUntil(
    address,
    () => page.evaluate<boolean>(inLayout ? isInShell : isBare).then((yes) => yes || null),
    { withinMs: 5000, everyMs: 20 },
  ).catch(() => null);
  const at = new URL(page.url()).pathname;
  if (arrived === null) return [`${address} leads to ${at}, not ${inLayout ? "in" : "outside"} the layout`];
  const asked = route.path === "/404" || route.path === "/401";
  return !asked && (at === "/404" || at === "/401") ? [`${address} leads to ${at}`] : [];
}

/** The tab of this very address is chosen, and its page has drawn itself. */
const isInShell = `(() => {
  const tab = document.querySelector(".tab-strip a[aria-current]");
  const pages = [...document.querySelectorAll(".tab-page")].filter((page) => page.offsetParent !== null);
  return tab !== null && new URL(tab.href).pathname === location.pathname && pages.length === 1 &&
    pages[0].querySelector(".page-frame, .notice, .device-page") !== null;
})()`;

const isBare = `document.querySelector(".shell") === null && document.querySelector(".bare-page :is(.page-frame, .notice)") !== null`;

test("the pages that need no token open without one", async () => {
  const { page } = await openPage(browser);
  for (const { path } of routes.filter(({ access }) => access === "public")) {
    await page.goto(platform.http + path, { waitUntil: "commit" });
    await page.getByRole("main").first().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test("a device's number under another family's address is no device", async () => {
  const { page } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  const asked = { params: { family: "waterSample" as const }, query: {} };
  const { rows } = await (await openApi(platform.http)).call(listDevices, asked);
  const { id, deviceName } = rows[0] ?? { id: 0, deviceName: "" };
  const rest = `admin/${id}/device_info/${encodeURIComponent(deviceName)}/device_info`;
  await page.goto(`${platform.http}/device/${rest}`);
  await page.getByRole("heading", { name: deviceName }).waitFor();
  for (const family of ["mass", "evidencebox"]) {
    await page.goto(`${platform.http}/${family}/${rest}`);
    await page.locator(".notice").getByText("No such device").waitFor();
    expect(await page.getByRole("heading", { name: deviceName }).count()).toBe(0);
  }
});

test("a page that others may see is /401 to whose role does not have it, and /404 stays for what nobody has", async () => {
  const { page } = await enter(browser, platform.http);
  await page.route("**/prod-api/getRouters", (route) =>
    route.fulfill({
      json: { code: 200, msg: "", data: [], withheld: ["/system/user", "/gen/edit/:tableId"] },
    }),
  );
  for (const [asked, reached] of [
    ["/system/user", "/401"],
    ["/gen/edit/7", "/401"],
    ["/gen/edit/seven", "/404"],
    ["/system/nothing", "/404"],
  ]) {
    await page.goto(platform.http + asked);
    await page.waitForURL(`**${reached}`);
  }
});
