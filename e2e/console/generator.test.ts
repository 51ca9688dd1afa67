import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 1 } }), openBrowser()]);
});

test("a module is begun from an existing list, seen as files and as a page, and downloaded without the server", async () => {
  const { page, faults } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  await begin(page, "Sampling points", "PumpStation");
  await page.getByText("export const pumpStations = defineResource({").waitFor();
  await page.getByText("Changed files").click();
  await page.getByText("+ import * as pumpStations from").waitFor();
  await page.getByText("Page", { exact: true }).click();
  await page.getByText("20 in total").waitFor();

  const calls: string[] = [];
  page.on("request", (request) => request.url().startsWith("http") && calls.push(request.url()));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download ZIP" }).click();
  const archive = await readFile(await (await download).path(), "latin1");
  for (const path of ["contract/src/field/pump-stations.ts", "pump-stations.patch"])
    expect(archive).toContain(path);
  expect(calls).toEqual([]);

  await page.goto(`${platform.http}/tool/gen`);
  await page.getByRole("link", { name: "pump_station" }).waitFor();
  expect(faults).toEqual([]);
});

test("of thirty columns a keystroke is in the files within 100 ms", async () => {
  const { page } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  await begin(page, "Sampling points", "LiftStation");
  const add = page.getByRole("button", { name: "Add field" });
  while ((await page.locator(".generator-fields tbody tr").count()) < 30) await add.click();
  await page.getByRole("textbox", { name: "Name", exact: true }).focus();
  const times: number[] = [];
  for (const letter of "abcdefghi") {
    const before = await page.evaluate<number>("performance.now()");
    await page.keyboard.type(letter);
    times.push((await page.evaluate<number>(drawn)) - before);
  }
  await page.getByText("field30abcdefghi: field(").waitFor();
  expect(times.sort((a, b) => a - b)[4]).toBeLessThan(100);
});

/** When the next frame is on the screen. */
const drawn =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))";

async function begin(page: Page, list: string, one: string): Promise<void> {
  await page.goto(`${platform.http}/tool/gen`);
  await page.getByRole("button", { name: "New module" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Existing list").click();
  await dialog.getByRole("combobox", { name: "List" }).click();
  await page.keyboard.type(list);
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Name of one" }).fill(one);
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.waitForURL("**/gen/edit/*");
}
