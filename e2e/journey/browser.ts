import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { onTestFailed, TestRunner } from "vitest";
import { cleanUpLater } from "../support/clean-up.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A browser for the file's tests; `CHROMIUM_PATH` is what the set-up found or installed. It draws without a graphics card. */
export async function openBrowser(
  more: readonly string[] = [],
  drawing: readonly string[] = ["--disable-gpu"],
): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", ...drawing, ...more],
  });
  cleanUpLater(() => browser.close());
  return browser;
}

/** A page of a person of their own; whatever the console's code throws fails the test that asks for `faults`. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    locale: "en-US",
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  printWhenFailed(page);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return { page, faults };
}

/** What stands on the page at the end of a test that failed: a message that something did not come says little without it. */
function printWhenFailed(page: Page): void {
  const isInTest = TestRunner.getCurrentTest() !== undefined; // not in a hook
  if (!isInTest) return;
  onTestFailed(async () => {
    const shown = await page.locator("body").innerText({ timeout: 2000 }).catch(String);
    console.error(`at the end, ${page.url()} shows:\n${shown.slice(0, 3000)}`);
  });
}

/** Chooses some of a long list that is searched by what is typed. */
export async function chooseAllOf(within: Locator, label: string, names: readonly string[]): Promise<void> {
  const field = within.getByLabel(label, { exact: true });
  for (const name of names) {
    await field.fill(name);
    const shown = within.page().locator(".ant-select-dropdown:visible .ant-select-item-option-content");
    await shown.getByText(name, { exact: true }).click();
  }
  await field.press("Escape");
}

/** Chooses in a list that drops down. */
export async function choose(within: Locator, label: string, option: string | RegExp): Promise<void> {
  await within.getByLabel(label, { exact: true }).click();
  const shown = within.page().locator(".ant-select-dropdown:visible .ant-select-item-option-content");
  await shown.filter({ hasText: option }).first().click();
}

/** Keeps a picture where SCREENSHOT_DIR asks for pictures; `docs/screenshots` is made so. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOT_DIR"];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}

/** What axe finds serious or critical on the page as it is: by all its rules or some, all over or within a part. */
export async function seriousFindings(
  page: Page,
  only: { rules?: string[]; within?: string } = {},
): Promise<string[]> {
  // A page that was looked at before has axe in it: its half a megabyte is not parsed for each look.
  const isThere = await page.evaluate<boolean>("typeof axe === 'object'");
  const builder = isThere ? new AxeBuilder({ page, axeSource: "void 0" }) : new AxeBuilder({ page });
  // Without frames of other origins it may finish in the page itself: no second page is opened for each look.
  const axe = builder.setLegacyMode(true);
  if (only.within !== undefined) axe.include(only.within);
  if (only.rules === undefined) axe.withTags(["wcag2a", "wcag2aa", "wcag21aa"]);
  else axe.withRules(only.rules);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
    );
}

/** Goes there inside the running console, as a link does, and waits until its tab is the current one. */
export async function goWithin(page: Page, http: string, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  const current = `new URL(document.querySelector(".tab-strip a[aria-current]")?.href ?? "x:/").pathname`;
  const { pathname } = new URL(address, http);
  await waitUntil(
    `${address} is the current tab`,
    async () => (await page.evaluate<string>(current)) === pathname,
    { withinMs: 10_000 },
  );
}

/** Another theme on the page as it is; until the controls have followed it. */
export async function turn(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await waitUntil(`the page is ${theme}`, () => page.evaluate<boolean>(isInTheme(theme)), {
    withinMs: 10_000,
    everyMs: 20,
  });
}

const isInTheme = (theme: string) => `(() => {
  const root = document.documentElement;
  const surface = getComputedStyle(root).getPropertyValue("--surface").trim();
  return root.dataset.theme === "${theme}" && [...document.querySelectorAll("#root [class*=css-var-]")]
    .every((part) => getComputedStyle(part).getPropertyValue("--ant-color-bg-container").trim() === surface);
})()`;
