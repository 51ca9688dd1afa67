/** From a device's reading to the card on a wall: one alarm, two at once, and two while the category changes. */
import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { acknowledgeAlarms, listAlarms } from "@tracewater/contract/fleet/alarms";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { type ApiClient, openApi } from "../support/api-client.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { fillNetworkLoads } from "../support/network-loads.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { connectDevice, type RawDevice } from "../support/raw-device.ts";
import { countWebGl, rest } from "../support/wall-figures.ts";
import { enter } from "./visitor.ts";

const maxMs = 1000;
const sensors = ["ph", "boxTemp"] as const;

let platform: Platform;
let browser: Browser;
let api: ApiClient;
let devices: { link: RawDevice; topic: string }[];
let sent = 0;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 8, points: 40 } }),
    openBrowser(),
  ]);
  await fillNetworkLoads(platform);
  api = await openApi(platform.http);
  for (const identifier of sensors) {
    const watched = { source: "property", identifier, operator: "gt", threshold: 12, durationS: 0 } as const;
    const body = {
      name: `Wall ${identifier}`,
      typeKey: "waterSample",
      severity: "critical",
      ...watched,
    } as const;
    await api.call(alarmRules.calls.add, { body });
  }
  devices = await Promise.all(
    platform.devices.map(async (credentials) => ({
      link: await connectDevice(platform.mqtt, credentials),
      topic: `/sys/${credentials.productKey}/${credentials.deviceName}/thing/event/property/post`,
    })),
  );
  cleanUpLater(() => {
    for (const { link } of devices) link.socket.destroy();
  });
});

/** The moment of the post. */
function exceed(at: number): number {
  const device = devices[at];
  if (device === undefined) throw new Error(`there is no device ${at}`);
  sent += 1;
  const payload = {
    id: String(sent),
    version: "1.0",
    params: { ph: 13 },
    method: "thing.event.property.post",
  };
  device.link.post({ topic: device.topic, payload: JSON.stringify(payload), packetId: sent });
  return Date.now();
}

/** Notes when each card of an alarm came into the page, by the machine's clock. */
const watchCards = `
  window.cards = [];
  new MutationObserver(() => {
    const shown = document.querySelectorAll(".wall-card-alarm").length;
    while (window.cards.length < shown) window.cards.push(performance.timeOrigin + performance.now());
  }).observe(document, { subtree: true, childList: true });`;

async function openWall(): Promise<Page> {
  const { page } = await enter(browser, platform.http);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.addInitScript(watchCards);
  await page.addInitScript(countWebGl);
  await page.goto(`${platform.http}/visual/situation`);
  await page.getByText(/plants in both years/).waitFor();
  await page.locator(".wall-map canvas").waitFor();
  await page.locator(".wall-live-live").waitFor();
  await rest(page);
  return page;
}

async function cardsOf(page: Page, count: number): Promise<number[]> {
  await expect.poll(() => page.evaluate<number>("window.cards.length"), { timeout: 30_000 }).toBe(count);
  return page.evaluate<number[]>("window.cards");
}

test("a critical alarm is on the wall within a second, and stays there until somebody acknowledges it", async () => {
  const page = await openWall();
  const at = exceed(0);
  const [shown = Number.NaN] = await cardsOf(page, 1);
  console.log(`from the reading to its card: ${Math.round(shown - at)} ms`);
  expect(shown - at).toBeLessThanOrEqual(maxMs);
  const { rows } = await api.call(listAlarms, { query: { severity: "critical" } });
  await api.call(acknowledgeAlarms, { body: { alarmIds: rows.map(({ alarmId }) => alarmId) } });
  await expect.poll(() => page.locator(".wall-card-alarm").count(), { timeout: 60_000 }).toBe(0);
  await page.context().close();
});

test("two critical alarms at once are both on the wall within a second, the newer one above", async () => {
  const page = await openWall();
  const at = exceed(1);
  exceed(2);
  const shown = await cardsOf(page, 2);
  console.log(`two at once: ${shown.map((one) => Math.round(one - at)).join(" and ")} ms`);
  for (const one of shown) expect(one - at).toBeLessThanOrEqual(maxMs);
  await page.context().close();
});

test("an alarm that comes while the category changes is on the wall within a second, and all parts show one category", async () => {
  const page = await openWall();
  const at = exceed(3);
  await page.keyboard.press("3");
  exceed(4);
  await page.keyboard.press("4");
  const shown = await cardsOf(page, 2);
  console.log(`while the category changes: ${shown.map((one) => Math.round(one - at)).join(" and ")} ms`);
  for (const one of shown) expect(one - at).toBeLessThanOrEqual(maxMs);
  await page.getByRole("heading", { name: /^Cannabis/ }).waitFor();
  await page.getByRole("region", { name: "Highest, Cannabis" }).waitFor();
  expect(await page.locator('.wall-category[aria-pressed="true"]').innerText()).toMatch(/^Cannabis/);
  expect(await page.locator(".wall-card-alarm").count()).toBe(2);
  await page.context().close();
});
