import type { Page } from "playwright-core";
import { printFigure } from "./figure.ts";
import { largestPaint, logIn, openBrowser, throttle, watchCode } from "./page-load.ts";
import { startPlatform } from "./platform-process.ts";

/**
 * F1 to F3: what a browser has to load before the log-in page, home and a list can be used (gzip, kB = 1000 B), and
 * how long that takes on a slow laptop. Peers: RuoYi-Vue3's recorded sizes, and the goals for times.
 */
const platform = await startPlatform(40);
const browser = await openBrowser();
try {
  await measureSizes();
  await measureTimes();
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

async function measureTimes(): Promise<void> {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await throttle(page);
  await page.goto(`${platform.http}/login`);
  await page.getByLabel("Username", { exact: true }).waitFor();
  printFigure({
    name: "F3 largest paint of /login",
    value: round(await largestPaint(page)),
    unit: "ms",
    peer: 800,
  });
  await logIn(page, platform.adminPassword);
  const times: number[] = [];
  for (let visit = 0; visit < 4; visit++) {
    await page.getByRole("link", { name: "Home", exact: true }).first().click();
    await page.waitForURL("**/index");
    await page.getByRole("main").getByText("Water samplers").first().waitFor();
    times.push(await changeToList());
  }
  const warm = times.slice(1).sort((a, b) => a - b);
  printFigure({
    name: "F3 warm change to a list of 20 rows",
    value: round(warm[1] ?? 0),
    unit: "ms",
    peer: 300,
  });
  await context.close();

  async function changeToList(): Promise<number> {
    const began = performance.now();
    await page.getByRole("link", { name: "Water samplers", exact: true }).first().click();
    await page.getByRole("row").nth(20).waitFor();
    return performance.now() - began;
  }
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
