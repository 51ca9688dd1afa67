import { addDevice, listDevices } from "@tracewater/contract/fleet/devices";
import { boardLots, boardTypes } from "@tracewater/contract/laboratory/boards";
import type { Browser } from "playwright-core";
import { PNG } from "pngjs";
import { beforeAll, expect, test } from "vitest";
import { choose, openBrowser } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;
let lotId = 0;

const curve = { a: 1.25, b: 1.1, c: 40, d: 0.04 };
const responseAt = (x: number) => curve.d + (curve.a - curve.d) / (1 + (x / curve.c) ** curve.b);
const label = "colloidalGold" as const;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 1 } }), openBrowser()]);
  const api = await openApi(platform.http);
  const type = {
    typeCode: "MAMP-GOLD",
    typeName: "Methamphetamine, gold",
    label,
    analyte: "mamp" as const,
    cutOff: 40,
  };
  await api.call(boardTypes.calls.add, { body: type });
  const lot = {
    lotNo: "MAM2610",
    typeCode: "MAMP-GOLD",
    label,
    expiresOn: "2099-06",
    minimumContrast: 0.117,
  };
  lotId = (await api.call(boardLots.calls.add, { body: lot })).data.id;
});

/** The window of a handheld detector with two lines. */
function drawBoard(c: number, t: number): Buffer {
  const png = new PNG({ width: 240, height: 72 });
  const bell = (distance: number) => Math.exp(-0.5 * (distance / 3.4) ** 2);
  for (let y = 0; y < 72; y++)
    for (let x = 0; x < 240; x++) {
      const inWindow = x >= 24 && x < 216 && y >= 16 && y < 56;
      const grain = ((x * 7919 + y * 104_729) % 97) / 97 - 0.5;
      const level = inWindow ? 236 + 4 * grain - c * bell(x - 86) - t * bell(x - 154) : 210;
      png.data.fill(Math.round(level), 4 * (y * 240 + x), 4 * (y * 240 + x) + 3);
      png.data[4 * (y * 240 + x) + 3] = 255;
    }
  return PNG.sync.write(png);
}

test("a curve is fitted to a lot, shown with its levels and stored only when it is accepted", async () => {
  const at = `/measureBoardColloid/measureBoardColloid_tab/${lotId}`;
  const { page, faults } = await enter(browser, platform.http, { at });
  await page.getByText("No curve yet.").waitFor();
  await page.getByRole("button", { name: "Fit curve" }).click();
  const dialog = page.getByRole("dialog");
  const levels = [0, 1, 5, 15, 40, 120, 400, 1500];
  const paste = (change: (x: number) => number) =>
    dialog.getByLabel("Calibrators").fill(levels.map((x) => `${x}\t${change(x).toFixed(6)}`).join("\n"));
  await paste((x) => (x === 1 ? responseAt(x) - 0.03 : responseAt(x)));
  await dialog.getByRole("button", { name: "Fit and check" }).click();
  await dialog.getByText("Not accepted").waitFor();
  expect(await dialog.getByRole("button", { name: "Store curve" }).isDisabled()).toBe(true);
  await paste(responseAt);
  await dialog.getByRole("button", { name: "Fit and check" }).click();
  await dialog.getByText("Accepted", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Store curve" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("7 of 7 levels pass").waitFor();
  await page.goto(`${platform.http}${at}/board_detail_colloid`);
  await page.getByRole("img", { name: "Standard curve" }).waitFor();
  // The newest of its label, where the address names none; the detail is never a number.
  await page.goto(`${platform.http}/measureBoardColloid/measureBoardColloid_tab/board_detail_colloid`);
  await page.getByRole("img", { name: "Standard curve" }).waitFor();
  expect(faults).toEqual([]);
});

test("a picture of a board is uploaded, read, and read again where a person drew the strip", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/measureBoard/test" });
  await page.getByRole("button", { name: "Upload picture" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles({
    ...{ name: "board.png", mimeType: "image/png", buffer: drawBoard(99, 20) },
  });
  await choose(dialog, "Lot", "MAM2610 · Methamphetamine, gold");
  await dialog.getByLabel("Unit", { exact: true }).click();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Sample number").fill("U-1");
  await dialog.getByRole("button", { name: "Upload and read" }).click();
  await page.waitForURL("**/handFastDetector/hand/*/upload");
  await page.getByText("Presumptive positive").filter({ visible: true }).first().waitFor();
  await page.getByRole("img", { name: "Intensity profile with base and lines" }).waitFor();
  await page.getByText("Sharpness").waitFor();
  await page.getByRole("button", { name: "Draw region" }).click();
  await page.getByText("Drag the ends").waitFor();
  await page.getByRole("button", { name: "Read this region" }).click();
  await page.getByRole("button", { name: /drawn region/ }).waitFor();
  expect(await page.getByRole("list", { name: "Readings" }).getByRole("button").count()).toBe(2);
  await page.goto(`${platform.http}/measureBoard/test`);
  await page.getByRole("cell", { name: "U-1" }).waitFor();
  expect(faults).toEqual([]);
});

test("the handheld's tabs show what it may load, its records and by what it reads", async () => {
  const api = await openApi(platform.http);
  const { rows } = await api.call(listDevices, { params: { family: "waterSample" }, query: {} });
  const body = { deviceName: "HF-0201", unitId: rows[0]?.unitId ?? 0 };
  const device = (await api.call(addDevice, { params: { family: "handFastDetector" }, body })).data;
  const base = `/handFastDetector/admin/${device.id}/device_info/${device.deviceName}`;
  const { page, faults } = await enter(browser, platform.http, { at: `${base}/device_type` });
  await page.getByRole("link", { name: "MAM2610" }).waitFor();
  await page.getByRole("button", { name: "Pull lots" }).click();
  await page.getByRole("dialog").waitFor();
  for (const [tab, text] of [
    ["detec_record", "No board tests yet"],
    ["detec_fast_record", "No board tests yet"],
    ["image_analysis", "No board tests yet"],
    ["detec_params", "Limits by board type"],
  ] as const) {
    await page.goto(`${platform.http}${base}/${tab}`);
    await page.getByText(text).first().waitFor();
  }
  expect(faults).toEqual([]);
});
