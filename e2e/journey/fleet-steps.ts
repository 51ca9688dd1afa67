import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { waitUntil } from "../support/wait-until.ts";
import { goWithin, keepPicture, seriousFindings } from "./browser.ts";

/** What a person does with the fleet of the demo: looks at every family, edits a product, upgrades firmware. */

const families = [
  { list: "/device/Sampling", name: "WS-0418" },
  { list: "/device/liquidExtract", name: "LE-0101" },
  { list: "/device/handFastDetector", name: "HF-0201" },
  { list: "/device/evidencebox", name: "EB-0301" },
  { list: "/device/mass", name: "MS-0401" },
] as const;

type FamilyTexts = { online: string; age: RegExp; tabs: string[] };

export const englishTexts: FamilyTexts = {
  online: "Online",
  age: /\b\d+ s ago|\b\d+ min ago/,
  tabs: ["Desired values", "Attributes", "Shadow", "Device log", "Configuration"],
};
export const chineseTexts: FamilyTexts = {
  online: "在线",
  age: /\d+ (秒|分钟)前/,
  tabs: ["期望属性", "附加信息", "设备影子", "设备日志", "远程配置"],
};

/** Each family's list and the device info of one of its devices, with values that come as one looks. */
export async function looksAtEveryFamily(page: Page, http: string, words: FamilyTexts): Promise<void> {
  for (const { list, name } of families) {
    await goWithin(page, http, list);
    const row = page.getByRole("row").filter({ hasText: name });
    await row.getByText(words.online).waitFor();
    await waitUntil(`${name} has an age`, async () => words.age.test(await row.innerText()), {
      withinMs: 30_000,
    });
    await row.getByRole("link", { name }).first().click();
    await page.getByRole("heading", { name }).waitFor();
    await page.locator(".tab-page:visible .cell-value").first().waitFor();
    await page.getByRole("tab", { name: words.tabs[0] ?? "", exact: true }).waitFor();
    expect(await page.locator(".twin").getByRole("tab").allInnerTexts()).toEqual(words.tabs);
    const text = await page.getByRole("main").innerText();
    expect(text.match(/\b(undefined|NaN|\[object|[a-z]+\.[a-z]+\.[a-z]+\.)/g), name).toBeNull();
    await keepPicture(page, `device-info-${name}-${words.online}`);
  }
}

/** A wish reaches a device that is here, and is seen to be reached when the device reports so. */
export async function setsDesiredValue(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Set desired value" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").click();
  await page.keyboard.type("Report interval");
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox").first().fill("5000000");
  await dialog.getByText("Enter a value from 1 to 3600.").waitFor();
  expect(await dialog.getByRole("button", { name: "Set desired value" }).isDisabled()).toBe(true);
  await dialog.getByRole("textbox").first().fill("7");
  await dialog.getByRole("button", { name: "Set desired value" }).click();
  const row = page.locator(".twin-row").filter({ hasText: "7 s" });
  await row.getByText("Applied", { exact: true }).waitFor();
  await keepPicture(page, "desired-values");
}

/** The other tabs show what is there; what is no JSON is no shadow. */
export async function opensEveryTab(page: Page): Promise<void> {
  for (const tab of englishTexts.tabs) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await page.locator(".twin-head p").waitFor();
  }
  await page.getByRole("tab", { name: "Device log", exact: true }).click();
  await page.getByText("Turn on log upload").waitFor();
  expect(await seriousFindings(page, { within: ".twin" })).toEqual([]);
  await page.getByRole("tab", { name: "Shadow", exact: true }).click();
  await page.locator(".twin").getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("{ not json");
  await dialog.getByText("Enter a valid JSON object.").waitFor();
  await dialog.getByRole("textbox").fill('{"interval": 20}');
  await dialog.getByRole("button", { name: "Save" }).click();
  // Desired at first, and reported as well once the device has reached it.
  await page.locator(".twin-shadow").getByText('"interval"').first().waitFor();
}

/** A model is edited as text, compared with what is in force, and published as the next version. */
export async function publishesAModel(page: Page, http: string): Promise<void> {
  await goWithin(page, http, "/device/product");
  await page.getByRole("button", { name: "Mass spectrometer" }).click();
  await page.getByRole("tab", { name: "Edit" }).click();
  const editor = page.getByRole("textbox", { name: "Edit" });
  const text = await editor.inputValue();
  const model = JSON.parse(text);
  const dataType = { type: "text", specs: { length: 32 } };
  const added = { identifier: "bench", name: "Bench", nameZh: "台位", accessMode: "r", dataType };
  model.properties.push({ ...added, group: "setting" });
  await editor.fill("{");
  await page.getByRole("button", { name: "Validate and compare" }).click();
  await page.getByText(/Invalid JSON/).waitFor();
  await editor.fill(JSON.stringify(model, null, 2));
  await page.getByRole("button", { name: "Validate and compare" }).click();
  const change = page.locator(".changes li").filter({ hasText: "bench" });
  await change.getByText("New", { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Change and reason" }).fill("where it stands");
  await keepPicture(page, "thing-model-diff");
  await page.getByRole("button", { name: `Publish ${model.version}` }).click();
  await page.getByText(`Mass spectrometer · ${model.version}`).waitFor();
  await page.getByRole("tab", { name: "Versions" }).click();
  const version = page.locator(".version").filter({ hasText: model.version });
  await version.getByText("where it stands").waitFor();
  await version.getByText("active").waitFor();
}

/** A version is uploaded and brought to a simulated device, which downloads it and comes back with it. */
export async function upgradesADevice(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add version" }).click();
  const add = page.getByRole("dialog", { name: "New firmware version" });
  await add.getByRole("combobox").click();
  await page.getByTitle("Water sampler", { exact: true }).click();
  await add.getByRole("textbox", { name: "Version" }).fill("WS-3.0.0");
  const buffer = Buffer.alloc(400_000, randomBytes(64));
  const file = { name: "sampler.bin", mimeType: "application/octet-stream", buffer };
  await add.locator("input[type=file]").setInputFiles(file);
  await add.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("row").filter({ hasText: "WS-3.0.0" });
  await row.getByRole("button", { name: "Upgrade devices to WS-3.0.0" }).click();
  const upgrade = page.getByRole("dialog", { name: "Upgrade to WS-3.0.0" });
  await upgrade.getByRole("combobox").click();
  await page.keyboard.type(name);
  await page.locator(".ant-select-item-option").filter({ hasText: name }).first().click();
  await upgrade.getByText("1 device will be upgraded").waitFor();
  await upgrade.getByRole("button", { name: "Start" }).click();
  await page
    .getByText(/Downloading \d+ %/)
    .first()
    .waitFor();
  await keepPicture(page, "firmware-under-way");
  await page.getByRole("row").filter({ hasText: name }).getByText("Upgraded").waitFor({ timeout: 60_000 });
  await keepPicture(page, "firmware-done");
}
