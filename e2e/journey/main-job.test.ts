import { listCameras, watchCamera, watchClip } from "@tracewater/contract/fleet/cameras";
import { listClips } from "@tracewater/contract/fleet/media";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { goWithin, keepPicture, openBrowser, openPage, seriousFindings, turn } from "./browser.ts";
import { startDemo } from "./demo-process.ts";
import {
  chineseTexts,
  englishTexts,
  looksAtEveryFamily,
  opensEveryTab,
  publishesAModel,
  setsDesiredValue,
  upgradesADevice,
} from "./fleet-steps.ts";
import { samplerPages, samplerRoutes, tabOf } from "./sampler-pages.ts";
import { completeSampler, walksEveryPage } from "./sampler-steps.ts";

let demo: Awaited<ReturnType<typeof startDemo>>;
let browser: Browser;
/** The address of one of its sampler's pages. */
let address: (example: string) => string;

// People who come at the same time: the most of it is waiting, for a device or a page.
beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), openBrowser()]);
  const api = createApiClient(demo.http);
  await api.logIn("admin", demo.password);
  address = await completeSampler(api);
}, 450_000);

test.concurrent("a newcomer logs in, watches the samplers report, orders a sample and sees it taken", async ({
  expect,
}) => {
  const { page, faults } = await openPage(browser);

  // Without a session the way to a page leads over the log-in, and then to that page.
  await page.goto(`${demo.http}/device/Sampling`);
  await page.waitForURL("**/login?redirect=*");
  await keepPicture(page, "login");
  await logIn(page, demo.password);
  await page.waitForURL("**/device/Sampling");

  // Live ages: every sampler reported a moment ago, and goes on reporting.
  const row = page.getByRole("row").filter({ hasText: "WS-0417" });
  await row.getByText("Online").waitFor();
  await expect.poll(() => page.getByRole("row").filter({ hasText: "Online" }).count()).toBe(12);
  await expect.poll(() => row.innerText(), { timeout: 30_000 }).toMatch(/\b[0-3] s ago/);
  await keepPicture(page, "samplers-list");

  await row.getByRole("link", { name: "Command" }).click();
  await page.getByRole("heading", { name: "WS-0417" }).waitFor();
  await page.getByLabel(/^Volume/).fill("5");
  await page.getByRole("button", { name: /^Send to WS-0417/ }).click();
  await page
    .getByText(/10 to 500/)
    .first()
    .waitFor();
  expect(await page.getByLabel(/^Volume/).inputValue()).toBe("5");
  await page.getByLabel(/^Volume/).fill("137");
  await page.getByLabel(/^Reason/).fill("check of the intake");
  await page.getByRole("button", { name: /^Send to WS-0417/ }).click();
  const command = page.getByRole("listitem").filter({ hasText: "grab" }).first();
  await expect.poll(() => command.innerText(), { timeout: 60_000 }).toMatch(/^Grab sample\s+Replied/);
  await keepPicture(page, "commands");

  await page.getByRole("link", { name: "Uplink data" }).click();
  const log = page.getByRole("list", { name: "Live log" });
  await expect
    .poll(() => log.innerText(), { timeout: 20_000 })
    .toMatch(/Sample taken.*13\d mL.*Trigger grab/);
  await page.locator("canvas").first().waitFor();
  await keepPicture(page, "data-up");

  await page.getByRole("link", { name: "Device info" }).click();
  await page.getByText("Carousel").waitFor();
  await page.locator("svg.spark path").first().waitFor({ state: "attached" });
  await keepPicture(page, "device-info");
  expect(faults).toEqual([]);
});

test.concurrent("every family has its list and its device info with live values, in both languages", async ({
  expect,
}) => {
  const visits = [
    { words: englishTexts, locale: "en-US" },
    { words: chineseTexts, locale: "zh-CN", colorScheme: "dark" as const },
  ].map(async ({ words, ...person }) => {
    const { page, faults } = await openPage(browser, person);
    await page.goto(`${demo.http}/device/Sampling`);
    await logIn(page, demo.password);
    await page.waitForURL("**/device/Sampling");
    await looksAtEveryFamily(page, demo.http, words);
    return faults;
  });
  expect((await Promise.all(visits)).flat()).toEqual([]);
});

test.concurrent("axe finds nothing serious on the journey's pages, light or dark", async ({ expect }) => {
  const { page } = await openPage(browser);
  const found: string[] = [];
  const look = async (path: string) => {
    for (const theme of ["light", "dark"] as const) {
      await turn(page, theme);
      found.push(...(await seriousFindings(page)).map((finding) => `${path} ${theme}: ${finding}`));
    }
  };
  await page.goto(`${demo.http}/login`);
  await page.getByLabel("Username", { exact: true }).waitFor();
  await look("/login");
  await logIn(page, demo.password);
  await page.waitForURL("**/index");
  const device = await devicePath(page);
  const pages: [path: string, shown: string][] = [
    ["/index", "25 of 25 devices online"],
    ["/device/Sampling", "WS-0420"],
    [`${device}/device_info`, "Carousel"],
    [`${device}/data_up`, "Live log"],
    [`${device}/server_down`, "Command history"],
    ["/samplePoint/samplePoint", "EUDA:AT001"],
  ];
  for (const [path, shown] of pages) {
    await goWithin(page, demo.http, path);
    await page.locator(".tab-page:visible").getByText(shown).first().waitFor();
    await look(path);
  }
  expect(found).toEqual([]);
});

test("the same in Chinese and dark, and on a phone", async () => {
  const { page, faults } = await openPage(browser, { locale: "zh-CN", colorScheme: "dark" });
  await page.goto(`${demo.http}/device/Sampling`);
  await logIn(page, demo.password);
  await page.getByRole("row").filter({ hasText: "WS-0417" }).getByText("在线").waitFor();
  await keepPicture(page, "samplers-list-zh-dark");
  expect(faults).toEqual([]);

  const phone = await openPage(browser, {
    viewport: { width: 360, height: 780 },
    isMobile: true,
    hasTouch: true,
  });
  await phone.page.goto(`${demo.http}/device/Sampling`);
  await logIn(phone.page, demo.password);
  await phone.page.getByText("WS-0417").waitFor();
  expect(await phone.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  await keepPicture(phone.page, "samplers-list-phone");
  expect(phone.faults).toEqual([]);
});

test.concurrent("every page of a sampler shows what the demo's sampler has lived, in both languages", async ({
  expect,
}) => {
  const api = createApiClient(demo.http);
  await api.logIn("admin", demo.password);
  const visits = (["en", "zh"] as const).map(async (language) => {
    const locale = language === "zh" ? "zh-CN" : "en-US";
    const { page, faults } = await openPage(browser, { locale, reducedMotion: "reduce" });
    const value = api.authorization().replace("Bearer ", "");
    await page.context().addCookies([{ name: "Admin-Token", value, url: demo.http }]);
    await page.goto(`${demo.http}/index`);
    await page.getByRole("main").first().waitFor();
    return { missing: await walksEveryPage(page, demo.http, language, address), faults };
  });
  const found = await Promise.all(visits);
  expect(found.flatMap((one) => one.faults)).toEqual([]);
  expect(found.flatMap((one) => one.missing)).toEqual([]);
  expect(samplerRoutes.map(({ path }) => tabOf(path)).sort()).toEqual(Object.keys(samplerPages).sort());
});

test.concurrent("a value is desired and reached, and a thing model published", async ({ expect }) => {
  const { page, faults } = await openPage(browser);
  await page.goto(`${demo.http}/device/Sampling`);
  await logIn(page, demo.password);
  await page.waitForURL("**/device/Sampling");
  await goWithin(page, demo.http, `${await devicePath(page, "WS-0418")}/device_info`);
  await setsDesiredValue(page);
  await opensEveryTab(page);
  await publishesAModel(page, demo.http);
  expect(faults).toEqual([]);
});

test.concurrent("the demo's camera is watched, and what was recorded of it can be played", async ({
  expect,
}) => {
  const api = createApiClient(demo.http);
  await api.logIn("admin", demo.password);
  const { rows, canPlay } = await api.call(listCameras, { query: {} });
  expect([canPlay, rows.length]).toEqual([true, 1]);
  const { id = 0, deviceId = 0 } = rows[0] ?? {};
  const { playlist } = (await api.call(watchCamera, { params: { id } })).data;
  const headers = { authorization: api.authorization() };
  await expect
    .poll(async () => (await fetch(demo.http + playlist, { headers })).text(), { timeout: 30_000 })
    .toContain("#EXTINF");
  const params = { family: "waterSample", id: deviceId ?? 0 } as const;
  const [clip] = (await api.call(listClips, { params, query: { state: "stored" } })).rows;
  expect((await api.call(watchClip, { params: { id: clip?.id ?? 0 } })).data.mode).toBe("copy");
});

// Alone: the device goes offline for a moment, and the others count on it.
test("a device is upgraded", async () => {
  const { page, faults } = await openPage(browser);
  await page.goto(`${demo.http}/device/firmware`);
  await logIn(page, demo.password);
  await upgradesADevice(page, "WS-0418");
  expect(faults).toEqual([]);
});

async function devicePath(page: Page, name = "WS-0417"): Promise<string> {
  await goWithin(page, demo.http, "/device/Sampling");
  const link = page
    .locator(".tab-page:visible")
    .getByRole("row")
    .filter({ hasText: name })
    .getByRole("link", { name: "Open" });
  const href = (await link.getAttribute("href")) ?? "";
  return href.replace(/\/device_info$/, "");
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel(/^(Username|用户名)/).fill("admin");
  await page
    .getByLabel(/^(Password|密码)/)
    .first()
    .fill(password);
  await page.getByRole("button", { name: /^(Log in|登录)$/ }).click();
}
