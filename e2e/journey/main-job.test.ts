import { listAutoSamplings } from "@tracewater/contract/field/samplers";
import { callService } from "@tracewater/contract/fleet/commands";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { addTimedTask } from "@tracewater/contract/fleet/timed-tasks";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { keepPicture, openBrowser, openPage, seriousFindings } from "./browser.ts";
import { demoDays, startDemo } from "./demo-process.ts";
import {
  chineseWords,
  englishWords,
  looksAtEveryFamily,
  opensEveryTab,
  publishesAModel,
  upgradesADevice,
  wishesAValue,
} from "./fleet-steps.ts";
import { ofLaboratory, pageText, samplerPages, samplerRoutes, tabOf } from "./sampler-pages.ts";

let demo: Awaited<ReturnType<typeof startDemo>>;
let browser: Browser;

beforeAll(async () => {
  demo = await startDemo();
  browser = await openBrowser();
});

test("a newcomer logs in, watches the samplers report, orders a sample and sees it taken", async () => {
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

  await page.getByRole("link", { name: "Data upload" }).click();
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

test("every family has its list and its device info with live values, in both languages", async () => {
  const { page, faults } = await openPage(browser);
  await page.goto(`${demo.http}/device/Sampling`);
  await logIn(page, demo.password);
  await page.waitForURL("**/device/Sampling");
  await looksAtEveryFamily(page, demo.http, englishWords);
  const chinese = await openPage(browser, { locale: "zh-CN", colorScheme: "dark" });
  await chinese.page.goto(`${demo.http}/device/Sampling`);
  await logIn(chinese.page, demo.password);
  await chinese.page.waitForURL("**/device/Sampling");
  await looksAtEveryFamily(chinese.page, demo.http, chineseWords);
  expect([...faults, ...chinese.faults]).toEqual([]);
});

test("a value is desired and reached, a thing model published, a device upgraded", async () => {
  const { page, faults } = await openPage(browser);
  await page.goto(`${demo.http}/device/Sampling`);
  await logIn(page, demo.password);
  await page.waitForURL("**/device/Sampling");
  await page.goto(`${demo.http}${await devicePath(page, "WS-0418")}/device_info`);
  await wishesAValue(page);
  await opensEveryTab(page);
  await publishesAModel(page, demo.http);
  await upgradesADevice(page, demo.http, "WS-0418");
  expect(faults).toEqual([]);
});

test("axe finds nothing serious on the journey's pages, light or dark", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await openPage(browser, { colorScheme });
    await page.goto(`${demo.http}/login`);
    await page.getByLabel("Username", { exact: true }).waitFor();
    const found: Record<string, string[]> = { login: await seriousFindings(page) };
    await logIn(page, demo.password);
    await page.waitForURL("**/index");
    const device = await devicePath(page);
    const pages: [path: string, shown: string][] = [
      ["/index", "25 of 25 devices online"],
      ["/device/Sampling", "WS-0420"],
      [`${device}/device_info`, "Carousel"],
      [`${device}/data_up`, "Live log"],
      [`${device}/server_down`, "Command life"],
      ["/samplePoint/samplePoint", "EUDA:AT001"],
    ];
    for (const [path, shown] of pages) {
      await page.goto(demo.http + path);
      await page.getByRole("main").getByText(shown).first().waitFor();
      found[path] = await seriousFindings(page);
    }
    expect(Object.entries(found).filter(([, findings]) => findings.length > 0)).toEqual([]);
  }
});

test("every page of a sampler shows what the demo's sampler has lived, in both languages", async () => {
  const api = createApiClient(demo.http);
  await api.logIn("admin", demo.password);
  const deviceName = "WS-0417";
  const list = await api.call(listDevices, {
    params: { family: "waterSample" },
    query: { keyword: deviceName },
  });
  const id = list.rows[0]?.id ?? 0;
  // 24 bottles a day, less what the first and the last day lack.
  const samplings = await api.call(listAutoSamplings, { query: { deviceName } });
  expect(samplings.total).toBeGreaterThan((demoDays - 2) * 24);
  const began = samplings.rows[0]?.began ?? 0;
  const address = (example: string) =>
    example
      .replace("admin/1/", `admin/${id}/`)
      .replace("{deviceName}", deviceName)
      .replace("{time}", String(began));
  const family = { family: "waterSample" as const };
  await api.call(callService, {
    params: { ...family, service: "snapshot" },
    query: { deviceName },
    body: {},
  });
  const everyMorning = { cronExpression: "30 6 * * *", onceAt: null, zone: "Europe/Vienna" };
  const rinse = { name: "Morning rinse", service: "rinse", params: { times: 1 }, deviceId: id, tag: null };
  await api.call(addTimedTask, { params: family, body: { ...everyMorning, ...rinse } });
  const missing: string[] = [];
  const visits = (["en", "zh"] as const).map(async (language) => {
    const locale = language === "zh" ? "zh-CN" : "en-US";
    const { page, faults } = await openPage(browser, { locale, reducedMotion: "reduce" });
    const value = api.authorization().replace("Bearer ", "");
    await page.context().addCookies([{ name: "Admin-Token", value, url: demo.http }]);
    await page.goto(`${demo.http}/index`);
    await page.getByRole("main").first().waitFor();
    for (const [name, shown] of Object.entries(samplerPages)) {
      const route = samplerRoutes.find(({ path }) => tabOf(path) === name);
      if (route === undefined) throw new Error(`the specification has no page ${name}`);
      await goWithin(page, address(route.example));
      const text = () => page.evaluate<string>(pageText);
      await expect
        .poll(text, { timeout: 15_000 })
        .toMatch(shown[language])
        .catch(async () => {
          missing.push(`${language} ${name}: ${(await text()).replaceAll("\n", " | ").slice(-400)}`);
        });
      if (/This version does not have it yet|当前版本尚未提供/.test(await text()))
        missing.push(`${language} ${name}: not yet`);
    }
    return faults;
  });
  expect((await Promise.all(visits)).flat()).toEqual([]);
  expect(missing).toEqual([]);
  expect(samplerRoutes.map(({ path }) => tabOf(path)).sort()).toEqual(
    [...Object.keys(samplerPages), ...ofLaboratory].sort(),
  );
}, 240_000);

async function devicePath(page: Page, name = "WS-0417"): Promise<string> {
  await page.goto(`${demo.http}/device/Sampling`);
  const link = page.getByRole("row").filter({ hasText: name }).getByRole("link", { name: "Open" });
  const href = (await link.getAttribute("href")) ?? "";
  return href.replace(/\/device_info$/, "");
}

/** Goes there inside the running console, as a link does. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  const isThere = `new URL(document.querySelector(".tab-strip a[aria-current]")?.href ?? "x:/").pathname`;
  const { pathname } = new URL(address, demo.http);
  await expect.poll(() => page.evaluate<string>(isThere), { timeout: 10_000 }).toBe(pathname);
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel(/^(Username|用户名)/).fill("admin");
  await page
    .getByLabel(/^(Password|密码)/)
    .first()
    .fill(password);
  await page.getByRole("button", { name: /^(Log in|登录)$/ }).click();
}
