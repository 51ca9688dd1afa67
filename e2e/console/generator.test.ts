import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { beginModule } from "./generator-steps.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 1 } }), openBrowser()]);
});

test("a module is begun from an existing list, seen as files and as a page, and downloaded without the server", async () => {
  const { page, faults } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  await beginModule(page, platform.http, { list: "Sampling points", one: "PumpStation" });
  await page.getByText("export const pumpStations = defineResource({").waitFor();
  await page.getByText("Changed files").click();
  await page.getByText("+ import * as pumpStations from").waitFor();
  await page.getByText("Page", { exact: true }).click();
  await page.getByText("20 in total").waitFor();

  expect(faults).toEqual([]);
  await page.context().setOffline(true);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download ZIP" }).click();
  const archive = await readFile(await (await download).path(), "latin1");
  for (const path of ["contract/src/field/pump-stations.ts", "pump-stations.patch"])
    expect(archive).toContain(path);
  await page.context().setOffline(false);

  await page.goto(`${platform.http}/tool/gen`);
  await page.getByRole("link", { name: "pump_station" }).waitFor();
});
