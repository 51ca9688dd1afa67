import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { keepPicture, openBrowser, seriousFindings } from "../journey/browser.ts";
import { writeCodeFilm } from "../support/camera-film.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

/** A busy machine may take its time. */
const soon = { timeout: 20_000 };

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  const camera = await cameraOf("BT-CAMERA-7");
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 2 } }),
    openBrowser(camera),
  ]);
});

/** What makes a browser's camera see nothing but one code. */
async function cameraOf(code: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "tracewater-film-"));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  const film = join(folder, "code.y4m");
  await writeCodeFilm(film, code);
  return [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${film}`,
  ];
}

test("a bottle's code is read by the camera into its field; a browser without one says so", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/waterSampling/water" });
  await page.getByRole("button", { name: "Register sample" }).click();
  const form = page.getByRole("dialog", { name: "Register a manual sample" });
  await form.getByRole("button", { name: "Scan the bottle with the camera" }).click();
  await expect
    .poll(() => form.getByLabel("Body code", { exact: true }).inputValue(), soon)
    .toBe("BT-CAMERA-7");
  await expect.poll(() => page.locator("video").count(), soon).toBe(0);

  await page.evaluate("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })");
  await form.getByRole("button", { name: "Scan the bottle with the camera" }).click();
  await page.getByText("The camera requires HTTPS.").waitFor();
  expect(faults).toEqual([]);
});

test("a device's label is read by the camera, and fills in its name and its claim code", async () => {
  const claimer = await openBrowser(await cameraOf(`TW1/waterSample/WS-CAM-7/0123456789ABCDEF`));
  const { page, faults } = await enter(claimer, platform.http, { at: "/device/Sampling" });
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Claim", exact: true });
  await dialog.getByRole("button", { name: "Scan the label with the camera" }).click();
  await expect
    .poll(() => dialog.getByLabel("Claim code", { exact: true }).inputValue(), soon)
    .toBe("0123456789ABCDEF");
  expect(await dialog.getByLabel("Device name", { exact: true }).inputValue()).toBe("WS-CAM-7");
  expect(faults).toEqual([]);
});

test("a hand scanner types into the field and ends with Enter", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/waterSampling/water" });
  await page.getByRole("button", { name: "Register sample" }).click();
  const form = page.getByRole("dialog", { name: "Register a manual sample" });
  const field = form.getByLabel("Body code", { exact: true });
  await expect.poll(() => field.evaluate((element) => element.matches(":focus")), soon).toBe(true);
  await page.keyboard.type("BT-HAND-1");
  await page.keyboard.press("Enter");
  // The scanner's Enter sends nothing that is half filled in, and the code stays.
  expect(await field.inputValue()).toBe("BT-HAND-1");
  await form.getByRole("button", { name: "Save" }).waitFor();
  expect(faults).toEqual([]);
});

test("days are typed or chosen in the console's language, whatever the browser's is", async () => {
  const { page, faults } = await enter(browser, platform.http, {
    at: "/waterSampling/water",
    locale: "de-DE",
  });
  const from = page.getByRole("textbox", { name: "From", exact: true });
  await from.fill("2026-3-4");
  await from.press("Enter");
  await page.waitForURL("**from=2026-03-04**");
  await expect.poll(() => from.inputValue(), soon).toBe("2026-03-04");

  await page.getByRole("button", { name: "Open calendar" }).first().click();
  await page.getByText("March 2026").waitFor();
  const chosen = page.locator("[data-day='2026-03-04']");
  await expect.poll(() => chosen.evaluate((element) => element.matches(":focus")), soon).toBe(true);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("PageDown");
  await page.getByText("April 2026").waitFor();
  expect(await seriousFindings(page, { within: ".day-calendar" })).toEqual([]);
  await keepPicture(page, "day-calendar");
  await page.keyboard.press("Enter");
  await expect.poll(() => from.inputValue(), soon).toBe("2026-04-11");

  // What is half typed is no day, and is marked.
  await from.fill("2026-02-30");
  await expect.poll(() => page.locator(".search-form .ant-input-status-error").count(), soon).toBe(1);
  await from.press("Enter");
  await page.waitForURL((url) => !url.searchParams.has("from"));
  expect(faults).toEqual([]);
});

test("the Tab key moves on from a choice of several without choosing; the administrator's role is not among the first offers", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/system/user" });
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  const form = page.getByRole("dialog");
  const roles = form.getByLabel("Roles", { exact: true });
  await roles.click();
  const offers = page.locator(".ant-select-dropdown:visible .ant-select-item-option-content");
  await expect.poll(() => offers.count(), soon).toBeGreaterThan(3);
  expect(await offers.allTextContents()).not.toContain("Administrator");
  await roles.fill("Viewer");
  await roles.press("Enter");
  await roles.press("Tab");
  // From the field to the button that clears it, and from there out of it.
  await page.keyboard.press("Tab");
  const chosen = form.locator(".ant-form-item", { has: page.getByText("Roles", { exact: true }) });
  expect(await chosen.locator(".ant-select-selection-item-content").allTextContents()).toEqual(["Viewer"]);
  await expect.poll(() => offers.count(), soon).toBe(0);
  expect(await roles.evaluate((field) => field.matches(":focus"))).toBe(false);
  expect(faults).toEqual([]);
});
