import { setUnitArea } from "@tracewater/contract/operations/unit-areas";
import { units } from "@tracewater/contract/system/units";
import type { Browser, Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { keepPicture, openBrowser, seriousFindings } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

/** A busy machine may take its time. */
const soon = { timeout: 30_000 };

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 3 } }), openBrowser()]);
});

test("the situation screens are entries with their titles, and demo mode walks from device to device", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/visual" });
  const screens = page.getByRole("navigation", { name: "Situation screens" }).getByRole("link");
  await screens.first().waitFor();
  const entries = await screens.evaluateAll((links) =>
    links.map((link) => [link.getAttribute("href"), link.textContent]),
  );
  expect(entries).toEqual([
    ["/visual/situation", "Situation overview"],
    ["/visual/devices", "Devices in turn"],
    ["/visual/cameras", "Large-screen monitoring"],
    ["/visualization", "Situation map"],
    ["/visualMini", "Situation, small screen"],
  ]);

  await page.goto(`${platform.http}/visual/devices`);
  const demo = page.getByRole("switch", { name: "Demo mode" });
  await demo.click();
  const round = page.locator("dt", { hasText: "Shown in this cycle" }).locator("xpath=../dd");
  const shown = page.locator("dt", { hasText: /^Device$/ }).locator("xpath=../dd");
  await expect.poll(() => round.innerText(), soon).toBe("1 / 3");
  const first = await shown.innerText();
  await expect.poll(() => round.innerText(), soon).toBe("2 / 3");
  await expect.poll(() => shown.innerText(), soon).not.toBe(first);
  await page.getByRole("button", { name: "Chart" }).click();
  expect(await seriousFindings(page)).toEqual([]);
  await keepPicture(page, "situation-devices");

  // Remembered for this user, in this browser.
  await page.reload();
  await expect.poll(() => demo.getAttribute("aria-checked"), soon).toBe("true");
  await demo.click();
  await expect.poll(() => round.count(), soon).toBe(0);
  expect(faults).toEqual([]);
});

test("the wall shows the fleet of the store; theme, highlighted catchments and demo mode are remembered per user", async () => {
  const { page, faults } = await enter(browser, platform.http, {
    ...{ at: "/visual/situation", reducedMotion: "reduce" },
  });
  await page.setViewportSize({ width: 1920, height: 1080 });
  const fleet = page.getByRole("region", { name: "Fleet" });
  await fleet.getByText(/3 devices, as of/).waitFor();
  await page.getByText("No loads have been calculated yet.").waitFor();
  await page.locator(".wall-map canvas").waitFor();
  const groundOf = () =>
    page.evaluate<string>(`getComputedStyle(document.querySelector(".wall")).backgroundColor`);
  expect(await groundOf()).toBe("rgb(14, 42, 34)");
  // Each theme paints the map with layers of its own: what cannot be painted is a fault.
  const turns = ["Tea field", "Blue-and-white porcelain", "Eyes", "Oz green", "Tea field"];
  for (const name of turns) await page.getByRole("button", { name }).click();
  await expect.poll(groundOf, soon).toBe("rgb(244, 247, 251)");
  await page.getByRole("button", { name: "Catchments" }).click();
  await page.keyboard.press("d");
  await page.getByText(/^Demo, next .*in/).waitFor();
  await page.getByRole("article").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await keepPicture(page, "situation-wall");
  await page.reload();
  await page.locator(".wall").waitFor();
  await expect.poll(groundOf, soon).toBe("rgb(244, 247, 251)");
  const stored = await page.evaluate<string | null>(`localStorage.getItem("tracewater-user-admin")`);
  expect(JSON.parse(stored ?? "{}")).toEqual({
    ...{ mapTheme: "themeQHC", demoMode: true, polygonHighlight: true },
  });
  expect(faults).toEqual([]);
});

test("the map explores weeks and compares two of them; the small screen needs no map library", async () => {
  const { page, faults } = await enter(browser, platform.http, {
    ...{ at: "/visualization", reducedMotion: "reduce" },
  });
  await page.getByRole("button", { name: "Compare two periods" }).click();
  await expect.poll(() => page.locator(".wall-map canvas").count(), soon).toBe(2);
  expect(await page.getByRole("slider").count()).toBe(2);
  await page.getByRole("button", { name: "Ketamine" }).click();
  await expect.poll(() => page.getByRole("heading", { name: "Ketamine: no results" }).count(), soon).toBe(2);
  expect(await seriousFindings(page)).toEqual([]);

  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto(`${platform.http}/visualMini`);
  await page.getByRole("img", { name: "Map" }).waitFor();
  await page.getByText("No alarms are open.").waitFor();
  expect(loaded.filter((url) => /maplibre|map-engine|echarts/.test(url))).toEqual([]);
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

type Box = { left: number; top: number; right: number; bottom: number; letters: number };

test.each([
  [360, 740],
  [740, 360],
  [1080, 1920],
  [1280, 720],
])(
  "at %i by %i the map to explore fills all between its head and its foot, and every letter can be read",
  async (width, height) => {
    const { page, faults } = await enter(browser, platform.http, {
      ...{ at: "/visualization", reducedMotion: "reduce", viewport: { width, height } },
    });
    await page.getByRole("button", { name: "Compare two periods" }).click();
    await expect.poll(() => page.locator(".wall-map canvas").count(), soon).toBe(2);
    const boxes = (selector: string) =>
      page.evaluate<Box[]>(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return { left, top, right, bottom, letters: parseFloat(getComputedStyle(one).fontSize) };
      })`);
    const upright = (found: Box[]) => found.map(({ top, bottom }) => ({ top, bottom }));
    expect(upright(await boxes(".wall-map"))).toEqual(upright(await boxes(".explorer-pane")));
    const [panes] = await boxes(".explorer-panes");
    const [head, foot] = await boxes(".explorer-head, .explorer-foot");
    expect(panes).toMatchObject({ top: head?.bottom, bottom: foot?.top });
    expect((panes?.bottom ?? 0) - (panes?.top ?? 0)).toBeGreaterThan(height / 3);
    const parts = await boxes(":is(.explorer-head, .explorer-foot) :is(a, button, strong, input)");
    expect(parts.length).toBeGreaterThan(10);
    // The stage walks by up to six pixels.
    for (const { left, top, right, bottom, letters } of parts) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-6);
      expect(right).toBeLessThanOrEqual(width + 6);
      expect(bottom).toBeLessThanOrEqual(height + 6);
      expect(letters).toBeGreaterThanOrEqual(11);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test("a wall asks for what it shows while the code that draws it is still on its way", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/index" });
  const held: Route[] = [];
  await page.route(/\/assets\/wall\.page-/, (route) => void held.push(route));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""));
  await page.goto(`${platform.http}/visual/situation`, { waitUntil: "commit" });
  await expect
    .poll(() => asked, soon)
    .toEqual(expect.arrayContaining(["situation", "devices", "loads", "points"]));
  expect(await page.locator(".wall-family").count()).toBe(0);
  for (const route of held) await route.continue();
  await page.locator(".wall-family").first().waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("areas that units answer for stand in place of catchments, with their cover where they have no figure", async () => {
  const client = await openApi(platform.http);
  const { rows } = await client.call(units.calls.list, { query: {} });
  const [unit] = rows;
  if (unit === undefined) throw new Error("there is no unit");
  const corners = [
    [5, 50],
    [12, 50],
    [12, 52],
    [5, 52],
    [5, 50],
  ] as [number, number][];
  const area = { area: { type: "Polygon" as const, coordinates: [corners] }, people: 100_000 };
  // As large as several countries: refused with its field, and nothing is kept.
  await expect(client.call(setUnitArea, { body: { unitId: unit.deptId, area } })).rejects.toThrow(
    /50000 km²/,
  );
  const small = corners.map(([lon, lat]): [number, number] => [lon / 10 + 7, lat / 10 + 46]);
  const fits = { area: { type: "Polygon" as const, coordinates: [small] }, people: 100_000 };
  await client.call(setUnitArea, { body: { unitId: unit.deptId, area: fits } });
  const { page, faults } = await enter(browser, platform.http, {
    ...{ at: "/visualization", reducedMotion: "reduce" },
  });
  await page.getByRole("button", { name: "Areas" }).click();
  await page.getByText("1 area of responsibility, with a figure above 80 % cover").waitFor();
  await page.getByRole("button", { name: "Areas" }).click();
  await expect.poll(() => page.getByText(/area of responsibility/).count(), soon).toBe(0);
  expect(faults).toEqual([]);
});

test("the stops of the demo are printed as stills, one on a page after the whole map", async () => {
  const { page, faults } = await enter(browser, platform.http, {
    ...{ at: "/visual/situation", reducedMotion: "reduce" },
  });
  await page.evaluate("window.print = () => { window.printed = true; }");
  await page.getByRole("button", { name: "Story as PDF" }).click();
  await expect.poll(() => page.evaluate<boolean>("window.printed === true"), soon).toBe(true);
  const stills = await page.locator(".story-page").count();
  expect(stills).toBeGreaterThan(1);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect([...pdf.matchAll(/\/Type \/Page\b(?!s)/g)]).toHaveLength(stills);
  // The dialog is closed, and the wall is as before.
  await page.evaluate(`dispatchEvent(new Event("afterprint"))`);
  await expect.poll(() => page.locator(".story-page").count(), soon).toBe(0);
  expect(faults).toEqual([]);
});

test("on a phone the small screen's words lie below its brand, and a preview keeps within its frame", async () => {
  const { page } = await enter(browser, platform.http, { at: "/visualMini" });
  await page.setViewportSize({ width: 360, height: 740 });
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (box === null) throw new Error(`${selector} is not drawn`);
    return box;
  };
  await page.locator(".mini-upright .mini-left p").first().waitFor();
  const brand = await boxOf(".mini-left .wall-brand");
  expect((await boxOf(".mini-left p")).y).toBeGreaterThanOrEqual(brand.y + brand.height);

  await page.goto(`${platform.http}/visual`);
  await page.locator(".screen-frame .wall-brand").first().waitFor();
  await expect
    .poll(async () => (await boxOf(".screen-frame .wall-brand")).y - (await boxOf(".screen-frame")).y, soon)
    .toBeGreaterThanOrEqual(0);
});
