import type { Browser, CDPSession, Page } from "playwright-core";
import { printFigure } from "./figure.ts";
import { logIn, medianOf, throttle } from "./page-load.ts";
import type { PlatformProcess } from "./platform-process.ts";

/**
 * F3 and F4: from the click to the painted frame, by the page's own clock; a driver's clicks and waits take longer than
 * the change itself. The thread's seconds are alongside it: they do not depend on who else uses the machine.
 */
export async function measureChanges(browser: Browser, platform: PlatformProcess): Promise<void> {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.goto(`${platform.http}/login`);
  await logIn(page, platform.adminPassword);
  await homeIsShown(page);
  await page.evaluate(clock);

  const plain = await context.newCDPSession(page);
  await plain.send("Performance.enable", { timeDomain: "threadTicks" });
  const quick = await visitList(page, plain);
  print("F4 a cached list of 20 rows comes back", quick.back, 100);
  print("F4 the theme colour changes", await changeColours(page), 100);
  printThread("F3 the same, work of the page's thread unthrottled", quick.work);
  await throttle(page);
  const slow = await visitList(page, plain);
  print("F3 warm change to a list of 20 rows, its page made anew", slow.anew, 300);
  print("F3 warm change to a list of 20 rows, its page kept", slow.back, 300);
  await context.close();
}

const rounds = 10;
const listLink = 'nav a[href="/device/Sampling"]';

/** Opens the list again and once more from its tab, again and again; the first round warms up. */
async function visitList(page: Page, session: CDPSession) {
  const repeated: number[] = [];
  const back: number[] = [];
  const work: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const before = await threadSeconds(session);
    repeated.push(await clickAndWait(page, listLink, "rowsShown"));
    work.push(((await threadSeconds(session)) - before) * 1000);
    await goHome(page);
    back.push(await clickAndWait(page, listLink, "rowsShown"));
    await page.locator(".tab-close").first().click();
    await homeIsShown(page);
    await rest(page);
  }
  return { anew: repeated.slice(1), back: back.slice(1), work: work.slice(1) };
}

/** Each preset of the settings in turn, with a list of 20 rows on the screen. */
async function changeColours(page: Page): Promise<number[]> {
  await clickAndWait(page, listLink, "rowsShown");
  await page.locator(".settings-handle").click();
  const presets = page.locator(".theme-preset");
  await presets.first().waitFor();
  const count = await presets.count();
  const times: number[] = [];
  for (let change = 1; change <= count * 2; change++) {
    await rest(page);
    times.push(await clickAndWait(page, `.theme-preset:nth-child(${(change % count) + 1})`, "colourChanged"));
  }
  await page.locator(".settings-handle").click();
  await goHome(page);
  await page.locator(".tab-close").first().click();
  return times;
}

async function goHome(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Home", exact: true }).first().click();
  await homeIsShown(page);
  await rest(page);
}

async function homeIsShown(page: Page): Promise<void> {
  await page.waitForURL("**/index");
  await page.getByRole("main").getByText("Water samplers").first().waitFor();
}

/** What was put off is done before the next measure begins. */
async function rest(page: Page): Promise<void> {
  await page.evaluate("new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 100))");
}

async function clickAndWait(
  page: Page,
  selector: string,
  until: "rowsShown" | "colourChanged",
): Promise<number> {
  return Number(await page.evaluate(`benchClock.time(${JSON.stringify(selector)}, "${until}")`));
}

async function threadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

function print(name: string, times: readonly number[], peer: number): void {
  printFigure({ name, value: Number(medianOf(times).toPrecision(4)), unit: "ms", peer });
}

function printThread(name: string, times: readonly number[]): void {
  printFigure({ name, value: Number(medianOf(times).toPrecision(4)), unit: "ms of CPU", peer: null });
}

/** Runs in the page: clicks, looks at every frame, and answers once the frame that shows the change is painted. */
const clock = `window.benchClock = {
  rowsShown() {
    return [...document.querySelectorAll("tbody tr")].filter((row) => row.offsetParent !== null).length >= 20;
  },
  colourOf() {
    return getComputedStyle(document.querySelector(".ant-btn-primary")).backgroundColor;
  },
  time(selector, until) {
    const target = document.querySelector(selector);
    if (!target) throw new Error("nothing to click: " + selector);
    const before = until === "colourChanged" ? this.colourOf() : "";
    const isThere = () => (until === "rowsShown" ? this.rowsShown() : this.colourOf() !== before);
    return new Promise((resolve) => {
      const began = performance.now();
      const look = () => {
        if (!isThere()) return requestAnimationFrame(look);
        // A frame's callbacks run before its paint, a message after it.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - began);
        requestAnimationFrame(() => port2.postMessage(0));
      };
      target.click();
      requestAnimationFrame(look);
    });
  },
};`;
