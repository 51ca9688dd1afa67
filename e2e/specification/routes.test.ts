import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addDevice, listDevices } from "@tracewater/contract/fleet/devices";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
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
const loginEntry = [
  "/login",
  "/register",
  "/forgetpassword",
  "/setup",
  "/face_login",
  "/auth-redirect",
  "/bind",
];

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 1 } }), openBrowser()]);
});

test("every route of the specification opens a page, in the layout and for whom it is meant", async () => {
  const { page } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  const addressOf = await addressesOfDevices();
  const wrong: string[] = [];
  for (const route of routes.filter(({ path }) => !loginEntry.includes(path))) {
    wrong.push(...(await faultsOf(page, route, addressOf(route))));
  }
  expect(wrong).toEqual([]);
});

test("the entries of the log-in have forms of their own", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${platform.http}/register`, { waitUntil: "commit" });
  await page.getByRole("main").first().locator("input").first().waitFor();
  // Without mail there is nothing to fill in: the page says what is missing and who helps.
  await page.goto(`${platform.http}/forgetpassword`, { waitUntil: "commit" });
  await page.getByText("E-mail is not configured on this server").waitFor();
});

test("the generator opens its list and one of its models, each with what it is for", async () => {
  const { page } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  await page.goto(`${platform.http}/tool/gen`);
  await page.getByRole("button", { name: "New module" }).waitFor();
  await page.goto(`${platform.http}/gen/edit/0`);
  await page.getByText("Generated module not found").waitFor();
});

/** Where a route leads: the pages of a device to one of their own family, which are others where no such device is. */
async function addressesOfDevices(): Promise<(route: Route) => string> {
  const api = await openApi(platform.http);
  const of = new Map<string, { id: number; deviceName: string }>();
  for (const [folder, family] of Object.entries(folders)) {
    const { rows } = await api.call(listDevices, { params: { family }, query: {} });
    const known = rows[0] ?? (await add(family));
    of.set(folder, { id: known.id, deviceName: known.deviceName });
  }
  async function add(family: FamilyKey): Promise<{ id: number; deviceName: string }> {
    const { rows } = await api.call(listDevices, { params: { family: "waterSample" }, query: {} });
    const body = { deviceName: `route-${family}`, unitId: rows[0]?.unitId ?? 0 };
    return (await api.call(addDevice, { params: { family }, body })).data;
  }
  return ({ example }) => {
    const own = of.get(example.split("/")[1] ?? "") ?? of.get("device");
    return example
      .replace("/admin/1/", `/admin/${own?.id ?? 0}/`)
      .replace("{deviceName}", encodeURIComponent(own?.deviceName ?? ""))
      .replace("{time}", "1760000000000");
  };
}

/** By the first word of their addresses. */
const folders: Readonly<Record<string, FamilyKey>> = {
  device: "waterSample",
  handFastDetector: "handFastDetector",
  liquidExtract: "liquidExtract",
  evidencebox: "evidenceBox",
};

/**
 * Goes to an address, and shows what is wrong with where that leads: inside the running console as a link does, and
 * outside of the layout anew, where the page before would stand in for the one that is still to come.
 */
async function faultsOf(page: Page, route: Route, address: string): Promise<string[]> {
  const inLayout = route.layout === "main" || route.path === "/redirect/*";
  // The screens of walls are a document of their own: from there nothing leads into the layout but its address.
  const isInside = inLayout && (await page.evaluate<boolean>(`document.querySelector(".shell") !== null`));
  if (isInside) {
    await page.evaluate(
      `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`,
    );
  } else {
    await page.goto(platform.http + address, { waitUntil: "domcontentloaded" });
  }
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

const isBare = `document.querySelector(".shell") === null &&
  document.querySelector(".bare-page :is(.page-frame, .notice, .phone)") !== null`;

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
    await page.locator(".notice").getByText("Device not found").waitFor();
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
