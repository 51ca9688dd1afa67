import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { addEntrustment } from "@tracewater/contract/evidence/entrustments";
import { addEvidenceItem, recordItemEvent } from "@tracewater/contract/evidence/items";
import { listDepts } from "@tracewater/contract/system/dept";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepPicture, openBrowser, openPage, seriousFindings } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;
let folder: string;
let id: number;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
  folder = await mkdtemp(join(tmpdir(), "tw-evidence-"));
  const api = await openApi(platform.http);
  const unitId = (await api.call(listDepts, { query: {} })).data[0]?.deptId ?? 0;
  const written = { clientName: "District <court>", caseNo: "2026-117", matters: "Which substance?" };
  const fee = { fee: 1200, feeCurrency: "CNY" as const };
  const added = await api.call(addEntrustment, {
    body: { ...written, ...fee, unitId, workTypes: ["forensicToxicology"] },
  });
  id = added.data.id;
  const item = { entrustmentId: id, name: "Bag of powder", quantity: 10, unit: "g" as const };
  const itemId = (await api.call(addEvidenceItem, { body: item })).data.id;
  await api.call(recordItemEvent, { body: { itemId, step: "deposit", place: "Room 12" } });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("a court opens the file of an entrustment without a network; a changed byte falls under its verdict", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: `/entrusted/entr/${id}` });
  await page.getByRole("main").getByRole("button", { name: "More actions", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "File for the court", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^EVIDENCE-EN.*\.html$/);
  const html = await readFile(await download.path(), "utf8");
  await page.goto(`${platform.http}/entrusted/track/${id}`);
  await page.getByRole("button", { name: "File for the court" }).waitFor();
  await page.getByText("Court evidence file exported").first().waitFor();
  expect(faults).toEqual([]);

  const court = await openCourt(html);
  expect(await statesOf(court.page)).toEqual({
    ...{ records: "ok", complete: "ok", log: "unconfirmed" },
    ...{ files: "missing", signatures: "missing", time: "missing" },
  });
  for (const shown of ["District <court>", "Which substance?", "Bag of powder", "Room 12", "1200.00 CNY"])
    await court.page.getByText(shown).first().waitFor();
  expect(await seriousFindings(court.page)).toEqual([]);
  await keepPicture(court.page, "evidence-file");
  const key = await court.page.locator("code").last().innerText();
  await court.page.getByLabel("Key of the institution").fill(`${key.slice(0, -3)}AAA`);
  await court.page.getByRole("button", { name: "Verify with this key" }).click();
  await court.page.getByText("This is neither a verifier key").waitFor();
  await court.page.getByLabel("Key of the institution").fill(key);
  await court.page.getByRole("button", { name: "Verify with this key" }).click();
  expect(await statesOf(court.page)).toMatchObject({ log: "ok" });
  await court.page.getByRole("button", { name: "中文" }).click();
  await court.page.getByRole("heading", { name: /记录完整性.*通过/ }).waitFor();
  await court.page.getByText("法医毒物").waitFor();
  expect(court.requests).toEqual([]);
  expect(court.faults).toEqual([]);

  const changed = await openCourt(html.replace('"place":"Room 12","sealNo"', '"place":"Room 13","sealNo"'));
  expect(await statesOf(changed.page)).toMatchObject({ records: "failed", log: "unconfirmed" });
  await changed.page.getByText(/^Record \d+ was changed\.$/).waitFor();
  const left = await openCourt(html.replace(/\n\{"at":[^\n]*"Room 12"[^\n]*/, ""));
  expect(await statesOf(left.page)).toMatchObject({ records: "ok", complete: "failed", log: "unconfirmed" });
  await left.page.getByText(/^Event 3 of EN\S+ is left out/).waitFor();
});

test("a file whose verifier was changed does not run it: the browser refuses", async () => {
  const { page } = await enter(browser, platform.http, { at: `/entrusted/track/${id}` });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "File for the court" }).click(),
  ]);
  const html = await readFile(await download.path(), "utf8");
  const court = await openCourt(html.replace("</script>\n</body>", ";1</script>\n</body>"));
  await court.page.getByText("the verifier did not run").waitFor();
  expect(Object.keys(await statesOf(court.page))).toEqual([]);
});

/** The file on a disk, opened by a browser that has no network. */
async function openCourt(html: string) {
  const file = join(folder, `${Math.random()}.html`);
  await writeFile(file, html);
  const opened = await openPage(browser, { offline: true });
  const requests: string[] = [];
  opened.page.on("request", (request) => {
    if (!request.url().startsWith("file:")) requests.push(request.url());
  });
  await opened.page.goto(pathToFileURL(file).href);
  return { ...opened, requests };
}

const statesOf = (page: Page) =>
  page.evaluate<Record<string, string>>(
    `Object.fromEntries([...document.querySelectorAll("[data-verdict]")]
      .map((card) => [card.dataset.verdict, card.dataset.state]))`,
  );
