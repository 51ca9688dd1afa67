import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { enter } from "../console/visitor.ts";
import { openBrowser } from "../journey/browser.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { type ReportingDevice, startReporting } from "../support/reporting-device.ts";
import { waitUntil } from "../support/wait-until.ts";

let platform: Platform;
let device: ReportingDevice;

beforeAll(async () => {
  platform = await startPlatform({ seed: { devices: 1 } });
  const [credentials] = platform.devices;
  if (credentials === undefined) throw new Error("the platform has no device");
  device = startReporting(credentials, "timed", () => platform.mqtt);
  cleanUpLater(() => device.close());
});

test("R11: a minute without a network, and a restart of the server, heal without a reload", async () => {
  const { page: list } = await enter(await openBrowser(), platform.http, { at: "/device/Sampling" });
  const context = list.context();
  const field = list.getByPlaceholder("Device or nickname");
  await field.fill("half a word");
  const info = await context.newPage();
  await info.goto(`${platform.http}/device/Sampling`);
  await info.getByRole("link", { name: device.deviceName }).click();
  await marksItself(list);
  await marksItself(info);
  await valuesFlow(info);

  await context.setOffline(true);
  await list.getByText("You are offline.").waitFor();
  await wait(60_000);
  await context.setOffline(false);
  await list.getByText("Connection restored.").waitFor({ timeout: 30_000 });
  await valuesFlow(info);

  const port = new URL(platform.http).port;
  const mqttPort = new URL(platform.mqtt).port;
  await platform.stop();
  await list.getByText("The server cannot be reached.").waitFor({ timeout: 30_000 });
  await wait(20_000);
  platform = await startPlatform({
    dataDir: platform.dataDir,
    env: { HTTP_PORT: port, MQTT_PORT: mqttPort },
  });
  await list.getByText("Connection restored.").waitFor({ timeout: 30_000 });
  await valuesFlow(info);

  expect(await field.inputValue()).toBe("half a word");
  expect(await isMarked(list)).toBe(true);
  expect(await isMarked(info)).toBe(true);
});

/** A reload would lose it. */
const marksItself = (page: Page) => page.evaluate("void (window.wasNeverReloaded = true)");
const isMarked = (page: Page) => page.evaluate("window.wasNeverReloaded === true");

/** What the page shows changes by itself: the device counts upward in its flow. */
async function valuesFlow(page: Page): Promise<void> {
  const shown = () => page.getByRole("main").innerText();
  const before = await shown();
  const count = device.records.length;
  await waitUntil(
    "a newer value stands on the page",
    async () => {
      const text = (await shown()).replaceAll(/[\s,\u202f\u00a0]/g, "");
      const newer = device.records.slice(count).some(({ number }) => text.includes(String(number)));
      return (newer && text !== before) || null;
    },
    { withinMs: 60_000, everyMs: 500 },
  );
}
