import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { keepPicture, openBrowser, openPage, seriousFindings } from "./browser.ts";
import { startDemo } from "./demo-process.ts";

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

async function devicePath(page: Page): Promise<string> {
  await page.goto(`${demo.http}/device/Sampling`);
  const link = page.getByRole("row").filter({ hasText: "WS-0417" }).getByRole("link", { name: "Open" });
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
