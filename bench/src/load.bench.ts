import type { Page } from "playwright-core";
import { printFigure } from "./figure.ts";
import { measureChanges } from "./page-changes.ts";
import { largestPaint, logIn, medianOf, openBrowser, throttle, watchCode } from "./page-load.ts";
import { startPlatform } from "./platform-process.ts";

/**
 * F1 to F4: what a browser has to load before the log-in page, home and a list can be used (gzip, kB = 1000 B), how
 * long that takes on a slow laptop, and how long a warm change of page or theme takes. Peers: RuoYi-Vue3's recorded
 * sizes, and the goals for times. Times are medians: one slow run of a busy machine must not move them.
 */
const platform = await startPlatform(40);
const browser = await openBrowser();
try {
  await measureSizes();
  await measureLogin();
  await measureChanges(browser, platform);
} finally {
  await browser.close();
  await platform.stop();
}

async function measureSizes(): Promise<void> {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const code = watchCode(context);
  await page.goto(`${platform.http}/login`);
  await page.getByLabel("Username", { exact: true }).waitFor();
  // What is fetched ahead for the shell comes later and does not hold the page up.
  const forLogin = code.seen();
  printFigure({
    name: "F1 /login, JS and CSS",
    value: round(await code.kilobytes(forLogin)),
    unit: "kB gzip",
    peer: 651,
  });
  await context.close();

  const first = await browser.newContext({ locale: "en-US" });
  const entered = await first.newPage();
  await entered.goto(`${platform.http}/login`);
  await logIn(entered, platform.adminPassword);
  const session = await first.storageState();
  await first.close();
  await measureCold("F2 home, JS and CSS", 584, "/index", (cold) =>
    cold.getByRole("main").getByText("Water samplers").first().waitFor(),
  );
  await measureCold("F2 list, JS and CSS", 578, "/device/Sampling", (cold) =>
    cold.getByRole("row").nth(20).waitFor(),
  );

  /** A page opened by its address with an empty cache and a live session. */
  async function measureCold(name: string, peer: number, path: string, shown: (cold: Page) => Promise<void>) {
    const cold = await browser.newContext({
      locale: "en-US",
      viewport: { width: 1366, height: 768 },
      storageState: session,
    });
    const watched = watchCode(cold);
    const coldPage = await cold.newPage();
    await coldPage.goto(platform.http + path);
    await shown(coldPage);
    printFigure({ name, value: round(await watched.kilobytes()), unit: "kB gzip", peer });
    await cold.close();
  }
}

/** Every visit with an empty cache. */
async function measureLogin(): Promise<void> {
  const paints: number[] = [];
  for (let visit = 0; visit < 7; visit++) {
    const context = await browser.newContext({ locale: "en-US", viewport: { width: 1366, height: 768 } });
    const page = await context.newPage();
    await throttle(page);
    await page.goto(`${platform.http}/login`);
    await page.getByRole("button", { name: "Log in", exact: true, disabled: false }).waitFor();
    paints.push(await largestPaint(page));
    await context.close();
  }
  printFigure({ name: "F3 largest paint of /login", value: round(medianOf(paints)), unit: "ms", peer: 800 });
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
