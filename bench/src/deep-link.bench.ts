import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { startDeviceLoad } from "./device-load.ts";
import { printFigure } from "./figure.ts";
import { logIn, medianOf, openBrowser, throttle } from "./page-load.ts";
import { startPlatform } from "./platform-process.ts";

/**
 * F5: a list opened by its address with an empty cache on a slow laptop (4x CPU, 10 Mbit/s, 40 ms) while its devices
 * report. First paint, the frame of the page, 20 rows that can be read, and when the page can be worked with: no task of
 * its thread longer than 50 ms for 1.5 s. Peers: the goal of 1.5 s for the first paint and the frame; RuoYi-Vue3's user
 * list, recorded on a quiet machine, for the rest, of which ours may take half.
 */
const visits = 7;
const devices = 40;
/** Each device reports so often. */
const everyMs = 5000;
const goals = { paint: 1500, usable: 6400, interactive: 6400 };
const view: BrowserContextOptions = { locale: "en-US", viewport: { width: 1366, height: 768 } };

/**
 * In the page, from its first moment: notes long tasks and looks at each frame for the menu and the rows, in the page's
 * own time since the navigation began.
 */
const watcher = `window.deepLink = (() => {
  const tasks = [];
  let frame = null, usable = null, files = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ from: startTime, until: startTime + duration });
  }).observe({ type: "longtask", buffered: true });
  const look = () => {
    if (frame === null && document.querySelector("nav a[href]") !== null) frame = performance.now();
    const rows = [...document.querySelectorAll("tbody tr")].filter((row) => row.offsetParent !== null);
    if (usable === null && rows.length >= 20) {
      usable = performance.now();
      files = performance.getEntriesByType("resource").filter(({ name }) => /\\.(js|css)$/.test(name)).length;
    }
    if (frame === null || usable === null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return {
    result() {
      if (usable === null) return null;
      let quietFrom = usable;
      for (const { from, until } of tasks) {
        if (until <= quietFrom) continue;
        if (from - quietFrom >= 1500) break;
        quietFrom = until;
      }
      if (performance.now() - quietFrom < 1500) return null;
      const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
      const maxTask = Math.max(0, ...tasks.map(({ from, until }) => until - from));
      return { paint, frame, usable, interactive: quietFrom, maxTask, files };
    },
  };
})();`;

const platform = await startPlatform(devices);
const load = await startDeviceLoad({ mqtt: platform.mqtt, devices: platform.devices, window: 4, everyMs });
const browser = await openBrowser();
try {
  const storageState = await openSession(browser);
  const seen: Visit[] = [];
  // The first visit warms up the server, not the browser: each has a cache of its own.
  for (let visit = 0; visit <= visits; visit++)
    seen.push(await visitList(browser, { ...view, storageState }));
  const counted = seen.slice(1);
  const median = (of: (visit: Visit) => number) => Number(medianOf(counted.map(of)).toPrecision(4));
  const print = (name: string, value: number, peer: number | null, unit = "ms") =>
    printFigure({ name: `F5 ${name}`, value, unit, peer });
  print(
    "first paint",
    median((one) => one.paint),
    goals.paint,
  );
  print(
    "frame of the page",
    median((one) => one.frame),
    goals.paint,
  );
  print(
    "20 rows can be read",
    median((one) => one.usable),
    goals.usable,
  );
  print(
    "no long task for 1.5 s",
    median((one) => one.interactive),
    goals.interactive,
  );
  print(
    "longest task",
    median((one) => one.maxTask),
    null,
  );
  print(
    "files on the way to the rows",
    median((one) => one.files),
    null,
    "files",
  );
} finally {
  await browser.close();
  load.close();
  await platform.stop();
}

type Visit = {
  paint: number;
  frame: number;
  usable: number;
  interactive: number;
  maxTask: number;
  files: number;
};

async function openSession(from: Browser): Promise<NonNullable<BrowserContextOptions["storageState"]>> {
  const context = await from.newContext(view);
  const page = await context.newPage();
  await page.goto(`${platform.http}/login`);
  await logIn(page, platform.adminPassword);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function visitList(from: Browser, options: BrowserContextOptions): Promise<Visit> {
  const context = await from.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(watcher);
  await throttle(page);
  await page.goto(`${platform.http}/device/Sampling`, { waitUntil: "commit" });
  const visit = await readVisit(page);
  await context.close();
  return visit;
}

/** Asked from out here: the page's own security policy forbids what Playwright's waitForFunction does. */
async function readVisit(page: Page): Promise<Visit> {
  for (let asked = 0; asked < 240; asked++) {
    const visit = await page.evaluate<Visit | null>("window.deepLink?.result() ?? null");
    if (visit !== null) return visit;
    await page.waitForTimeout(500);
  }
  throw new Error("the page was not quiet within two minutes");
}
