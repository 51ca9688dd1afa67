import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { startDeviceLoad } from "./device-load.ts";
import { printFigure } from "./figure.ts";
import { logIn, openBrowser } from "./page-load.ts";
import { startPlatform } from "./platform-process.ts";
import { startStreamCounter } from "./stream-counter.ts";

/**
 * What the console keeps: 200 tabs opened and closed, 20 changes of the theme colour, minutes of live updates. Heap and
 * nodes of the document are read after the browser was made to collect; the peer of each figure is what was there
 * before. And how many live streams six tabs of one browser hold.
 */
const { values: given } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    tabs: { type: "string", default: "200" },
  },
});
const minutes = Number(given.minutes);
const tabCount = Number(given.tabs);

const platform = await startPlatform(30);
const counter = await startStreamCounter(new URL(platform.http));
const browser = await openBrowser();
const load = await startDeviceLoad({
  mqtt: platform.mqtt,
  devices: platform.devices,
  window: 4,
  everyMs: 1000,
});
try {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1366, height: 768 } });
  const faults = watchFaults(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(`${counter.http}/login`);
  await logIn(page, platform.adminPassword);
  await page.getByRole("main").getByText("Water samplers").first().waitFor();

  await openAndClose(page, 60); // each device twice: what its page asked for is kept for five minutes
  await measure(session, `${tabCount} tabs opened and closed`, () => openAndClose(page, tabCount));
  await changeColours(page, 8);
  await measure(session, "20 changes of the theme colour", () => changeColours(page, 20));
  await openList(page);
  await wait(30_000);
  const before = load.acknowledged();
  await measure(session, `${minutes} minutes of live updates`, () => wait(minutes * 60_000));
  figure("live messages meanwhile", load.acknowledged() - before, "msg", null);
  await measureStreams(context);
  figure("errors in the console", faults.length, "errors", null);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
} finally {
  load.close();
  await browser.close();
  counter.stop();
  await platform.stop();
}

type Kept = { heap: number; nodes: number; listeners: number };

async function measure(session: CDPSession, name: string, work: () => Promise<void>): Promise<void> {
  const before = await readKept(session);
  await work();
  const after = await readKept(session);
  figure(`heap after ${name}`, after.heap / 1e6, "MB", before.heap / 1e6);
  figure(`nodes after ${name}`, after.nodes, "nodes", before.nodes);
  figure(`listeners after ${name}`, after.listeners, "listeners", before.listeners);
}

async function readKept(session: CDPSession): Promise<Kept> {
  // What waits for an idle moment, and what the first collection lets go for the second.
  for (let pass = 0; pass < 3; pass++) {
    await wait(1000);
    await session.send("HeapProfiler.collectGarbage");
  }
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}

/** The devices' pages in turn, each in a tab of its own that is closed again. */
async function openAndClose(page: Page, count: number): Promise<void> {
  await openList(page);
  const links = page.locator(".device-name");
  const devices = await links.count();
  for (let tab = 0; tab < count; tab++) {
    await links.nth(tab % devices).click();
    await page.waitForURL("**/device/*/**");
    await page.locator(".device-head-title").first().waitFor();
    await page.locator(".tab-tag-active .tab-close").click();
    await page.waitForURL("**/device/Sampling");
    await links.nth(devices - 1).waitFor();
  }
  await page.locator(".tab-tag-active .tab-close").click();
  await page.waitForURL("**/index");
}

async function changeColours(page: Page, count: number): Promise<void> {
  await page.locator(".settings-handle").click();
  const presets = page.locator(".theme-preset");
  await presets.first().waitFor();
  const kinds = await presets.count();
  for (let change = 1; change <= count; change++) await presets.nth(change % kinds).click();
  await presets.first().click();
  await page.locator(".settings-handle").click();
}

async function openList(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Water samplers", exact: true }).first().click();
  await page.getByRole("row").nth(20).waitFor();
}

async function measureStreams(context: BrowserContext): Promise<void> {
  for (let tab = 1; tab < 6; tab++) {
    const page = await context.newPage();
    await page.goto(`${counter.http}/device/Sampling`);
    await page.getByText("Live", { exact: true }).waitFor();
  }
  await wait(3000);
  figure("live streams of six tabs", counter.open(), "streams", 1);
}

function watchFaults(context: BrowserContext): string[] {
  const faults: string[] = [];
  context.on("weberror", (error) => faults.push(String(error.error())));
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return faults;
}

function figure(name: string, value: number, unit: string, peer: number | null): void {
  const round = (number: number) => Number(number.toPrecision(4));
  printFigure({ name, value: round(value), unit, peer: peer === null ? null : round(peer) });
}
