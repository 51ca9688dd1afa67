/**
 * Six hours of a wall in a quarter of an hour: its clock is put forward by 15 s at a time, with categories, themes, demo stops and
 * alarms. `WALL_SOAK_HOURS` takes another length. The figures are printed.
 */
import type { Browser, Page, Request } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { type DatabaseView, openDatabaseView } from "../support/database-view.ts";
import { fillNetworkLoads } from "../support/network-loads.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { waitUntil } from "../support/wait-until.ts";
import {
  countWebGl,
  keepNoAnswers,
  measureMemory,
  nextFrames,
  pidOfBrowser,
  type WallMemory,
} from "../support/wall-figures.ts";
import { enter } from "./visitor.ts";

const hours = Number(process.env["WALL_SOAK_HOURS"] ?? 6);
const stepMs = 15_000;
const steps = Math.round((hours * 3_600_000) / stepMs);
const samples = 24;
const alarms = 200;

let platform: Platform;
let browser: Browser;
let store: DatabaseView;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 40, points: 379 } }),
    openBrowser(),
  ]);
  await fillNetworkLoads(platform);
  store = await openDatabaseView(platform);
});

test("a wall that runs for hours holds no more memory, nodes, listeners, textures or programs than before", async () => {
  const { page, faults } = await enter(browser, platform.http);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.addInitScript(countWebGl);
  await page.evaluate(
    `localStorage.setItem("tracewater-user-admin", '{"mapTheme":"themeCT","demoMode":true,"polygonHighlight":true}')`,
  );
  await page.clock.install();
  await page.goto(`${platform.http}/visual/situation`);
  await page.locator(".wall-map canvas").waitFor();
  await page.getByText(/plants in both years/).waitFor();
  await keepNoAnswers(page);
  const calls = watchCalls(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const pid = await pidOfBrowser(browser);
  const seen = { headlines: new Set<string>(), themes: new Set<string>(), stops: new Set<string>() };
  const figures: WallMemory[] = [];
  for (let step = 1; step <= steps; step++) {
    await passStep(page, calls);
    await look(page, seen);
    if (step % Math.ceil(steps / 16) === 0) await page.keyboard.press("t");
    if (step % Math.max(1, Math.floor(steps / alarms)) === 0) await turnAlarms(step);
    if (step % Math.floor(steps / samples) === 0) figures.push(await measureMemory(session, page, pid));
  }
  for (const figure of figures) console.log(JSON.stringify(rounded(figure)));
  console.log(
    `seen: ${seen.headlines.size} categories, ${seen.themes.size} themes, ${seen.stops.size} stops`,
  );
  expect(seen.headlines.size).toBeGreaterThanOrEqual(5);
  expect(seen.themes.size).toBe(4);
  expect(seen.stops.size).toBeGreaterThanOrEqual(Math.min(30, Math.floor(steps / 2)));
  const second = figures.slice(samples / 4, samples / 2);
  const last = figures.slice((samples * 3) / 4, samples);
  const growth = (name: keyof WallMemory) =>
    medianOf(last.map((one) => one[name])) / medianOf(second.map((one) => one[name]));
  const grown = { heapMb: growth("heapMb"), rssMb: growth("rssMb"), nodes: growth("nodes") };
  console.log(JSON.stringify({ ...grown, listeners: growth("listeners"), textures: growth("textures") }));
  expect(grown.heapMb).toBeLessThanOrEqual(1.05);
  expect(grown.rssMb).toBeLessThanOrEqual(1.1);
  expect(grown.nodes).toBeLessThanOrEqual(1.05);
  expect(growth("listeners")).toBeLessThanOrEqual(1.02);
  expect(growth("programs")).toBeLessThanOrEqual(1);
  // Tiles of the map are fetched and let go as the camera moves: what is held swings, up to one height.
  for (const name of ["textures", "buffers"] as const) {
    const highest = (some: readonly WallMemory[]) => Math.max(...some.map((one) => one[name]));
    expect(highest(last)).toBeLessThanOrEqual(1.05 * highest(figures.slice(0, (samples * 3) / 4)));
  }
  expect(faults).toEqual([]);
});

/** 15 s of the wall's clock; then what it asked for has come and is drawn. */
async function passStep(page: Page, calls: { underWay: () => number }): Promise<void> {
  await page.clock.fastForward(stepMs);
  await nextFrames(page, 2);
  await waitUntil("what the wall asked for has come", () => calls.underWay() === 0, { withinMs: 20_000 });
  await nextFrames(page, 2);
}

/** The network of a wall is never idle: its event stream stays open. */
function watchCalls(page: Page): { underWay: () => number } {
  const underWay = new Set<Request>();
  page.on("request", (request) => underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return { underWay: () => underWay.size };
}

async function look(
  page: Page,
  seen: { headlines: Set<string>; themes: Set<string>; stops: Set<string> },
): Promise<void> {
  const now = await page.evaluate<{ headline: string; ground: string; stop: string }>(`({
    headline: document.querySelector(".wall-headline h1")?.textContent ?? "",
    ground: getComputedStyle(document.querySelector(".wall")).backgroundColor,
    stop: document.querySelector(".wall-card-name")?.textContent ?? "",
  })`);
  seen.headlines.add(now.headline);
  seen.themes.add(now.ground);
  if (now.stop !== "") seen.stops.add(now.stop);
}

/** One alarm comes, the one before last goes. */
async function turnAlarms(step: number): Promise<void> {
  const severity = ["critical", "major", "warning", "info"][step % 4];
  await store.rows(
    `update alarm set state = 'cleared', cleared_at = now()
     where id in (select id from alarm where cleared_at is null order by id desc offset 2)`,
  );
  await store.rows(
    `insert into alarm (origin, device_id, unit_id, type_key, name, name_zh, source, identifier, operator, severity,
       began_at, raised_at, last_at, open_since)
     select 'soak/' || $1::int, d.id, d.unit_id, d.type_key, 'Soak ' || $1::int, '', 'event', 'noLiquid', 'gt', $2::text,
       now(), now(), now(), now() from device d order by (d.id * 7 + $1::int * 13) % 41, d.id limit 1`,
    [step, severity],
  );
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function rounded(figures: WallMemory): Record<string, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Math.round(value * 10) / 10]),
  );
}
