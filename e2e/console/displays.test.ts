import { listDisplays, revokeDisplays } from "@tracewater/contract/system/displays";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { choose, keepPicture, openBrowser, openPage, seriousFindings } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { freePort } from "../support/tcp-port.ts";
import { enter } from "./visitor.ts";

/** A busy machine may take its time. */
const soon = { timeout: 60_000 };

let platform: Platform;
let browser: Browser;
let env: Record<string, string>;
let unitName: string;

beforeAll(async () => {
  env = { HTTP_PORT: String(await freePort()) };
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 3 }, env: { ...env, FILING_NUMBER: "one" } }),
    openBrowser(),
  ]);
  const store = await openDatabaseView(platform);
  const [unit] = await store.rows<{ name: string }>(
    "select name from dept where id = (select min(unit_id) from device)",
  );
  unitName = unit?.name ?? "";
  await store.close();
});

/** The same data on the same port, with other pages. */
async function startAgain(filing: string): Promise<void> {
  platform = await startPlatform({ dataDir: platform.dataDir, env: { ...env, FILING_NUMBER: filing } });
}

const filingOf = (page: Page) =>
  page.evaluate<string>(`JSON.parse(document.querySelector('meta[name="tracewater-facts"]').content).filing`);

test("a display is paired by its digits, outlives its server and its line, and goes dark when it is revoked", async () => {
  const { page } = await openPage(browser, { viewport: { width: 1920, height: 1080 } });
  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  await page.goto(`${platform.http}/visual/display`);
  const digits = page.getByRole("img", { name: /^Digits \d{6}$/ });
  await digits.waitFor();
  await page.getByText("Not paired").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await keepPicture(page, "display-pairing");
  const code = (await digits.innerText()).replace(/\s/g, "");

  // As a phone comes that read the code below the digits.
  await page.getByRole("img", { name: "Or scan with a phone that is logged in" }).waitFor();
  const person = await enter(browser, platform.http, { at: `/maintenance/display?pair=${code}` });
  const dialog = person.page.getByRole("dialog", { name: "Pair a display" });
  await expect.poll(() => dialog.getByLabel("Six digits on the display").inputValue(), soon).toBe(code);
  await dialog.getByLabel("Six digits on the display").fill(code === "000000" ? "111111" : "000000");
  await dialog.getByLabel("Name").fill("Control room");
  await choose(dialog, "Unit", unitName);
  await dialog.getByLabel("Dim from").fill("00:00");
  await dialog.getByLabel("Dim until").fill("23:59");
  await dialog.getByRole("switch", { name: "OLED panel" }).click();
  const pair = dialog.getByRole("button", { name: "Pair", exact: true });
  await pair.click();
  await dialog.getByText(/no display shows these digits/).waitFor();
  await dialog.getByLabel("Six digits on the display").fill(code);
  await pair.click().catch(async (error: unknown) => {
    throw new Error(`on the page is ${await person.page.locator("body").ariaSnapshot()}`, { cause: error });
  });
  await person.page.getByText("Control room is paired").waitFor();

  const fleet = page.getByRole("region", { name: "Fleet" });
  await fleet.getByText(/3 devices, as of/).waitFor();
  await expect
    .poll(() => person.page.getByRole("row", { name: /Control room/ }).innerText(), soon)
    .toMatch(/Reporting/);
  // All day long but its last minute.
  await page.locator(".display-oled .display-dim").waitFor(soon);
  expect(await seriousFindings(person.page)).toEqual([]);
  await keepPicture(person.page, "displays");

  // Away, and back as another version: the display comes back alone.
  await platform.stop();
  await page.locator(".wall-live-old, .wall-live-veiled").waitFor(soon);
  await startAgain("two");
  await expect.poll(() => filingOf(page).catch(() => ""), soon).toBe("two");
  await fleet.getByText(/3 devices, as of/).waitFor(soon);
  await page.locator(".wall-live-live").waitFor(soon);

  // Started without a server it shows the last answers, and says of when they are.
  await page.evaluate(`navigator.serviceWorker.ready.then(() => undefined)`);
  await page.reload();
  await fleet.getByText(/3 devices, as of/).waitFor(soon);
  await platform.stop();
  await page.reload();
  await fleet.getByText(/3 devices, as of/).waitFor(soon);
  await page.getByText(/^No live data since/).waitFor(soon);
  await page.locator('.wall[data-veiled="yes"]').waitFor({ timeout: 90_000 });
  await keepPicture(page, "display-without-server");
  await startAgain("two");
  await page.locator(".wall-live-live").waitFor(soon);
  await fleet.getByText(/3 devices, as of/).waitFor(soon);

  const api = await openApi(platform.http);
  const { rows } = await api.call(listDisplays, { query: { keyword: "Control" } });
  await api.call(revokeDisplays, { params: { ids: rows.map(({ displayId }) => displayId).join() } });
  await page.getByRole("heading", { name: "Control room" }).waitFor(soon);
  await page.getByText("Not paired").waitFor();
  await digits.waitFor();
  expect(new Set(visited)).toEqual(new Set(["/visual/display"]));
});
