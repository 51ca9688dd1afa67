/*
 * An item of evidence from the commission to its end, by five persons in five browsers, each with a passkey: accepted
 * after a supplement, collected at a scene, deposited in a box that two of them open, carried while the box is warm,
 * split, tested, returned and destroyed. Then the file for the court is opened from a disk without a network.
 */
import { listEntrustments } from "@tracewater/contract/evidence/entrustments";
import { listEvidenceItems } from "@tracewater/contract/evidence/items";
import { callService } from "@tracewater/contract/fleet/commands";
import { getCustodyChain } from "@tracewater/contract/laboratory/custody";
import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type ApiClient, openApi } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { choose, keepPicture, openBrowser } from "./browser.ts";
import { openBoxTogether, startBox, type WarmingBox } from "./evidence-box.ts";
import { changeByte, enterKey, openCourt, saveCourtFile } from "./evidence-court.ts";
import { type EvidencePeople, type EvidencePerson, gatherEvidencePeople } from "./evidence-people.ts";

const seal = "SE-100";
let platform: Platform;
let browser: Browser;
let api: ApiClient;
let people: EvidencePeople;
let box: WarmingBox;

beforeAll(async () => {
  platform = await startPlatform({ seed: { devices: 1, points: 1 } });
  browser = await openBrowser();
  api = await openApi(platform.http);
  box = await startBox(platform, api);
  people = await gatherEvidencePeople(platform, browser);
});

const filled =
  (texts: Readonly<Record<string, string>>) =>
  async (dialog: Locator): Promise<void> => {
    for (const [label, text] of Object.entries(texts))
      await dialog.getByLabel(label, { exact: true }).fill(text);
  };
/** Chooses in a list; until it is closed, since the next list may have the same names. */
async function pick(within: Locator, label: string, option: string | RegExp): Promise<void> {
  await choose(within, label, option);
  await within.page().locator(".ant-select-dropdown:visible").waitFor({ state: "hidden" });
}
/** Saves with a wrong value: it is named at its field, and what was typed elsewhere stays. Then the field is emptied. */
async function refused(dialog: Locator, label: string, value: string): Promise<void> {
  const field = dialog.page().getByLabel(label, { exact: true });
  const fault = dialog
    .locator(".ant-form-item")
    .filter({ has: field })
    .locator(".ant-form-item-explain-error");
  await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await fault.first().waitFor();
  await dialog.getByLabel(label, { exact: true }).fill("");
  await fault.first().waitFor({ state: "hidden" });
}
const record = (id: number) => `/entrusted/entr/${id}`;
const itemPage = (id: number) => `/evidence/item?id=${id}`;

test("an item goes from the commission through scene, box, laboratory and return to its end, and a court verifies all of it alone", async () => {
  const { dora, emil } = people;
  const id = await commissions();
  await decidesWithSupplement(id);
  const itemId = await collectsAndSeals(id);
  await openBoxTogether(people, box);
  await dora.goTo(itemPage(itemId));
  await dora.step("Deposit", { fill: filled({ "Evidence box": box.deviceName, Slot: "1" }) });
  const close = {
    params: { family: "evidenceBox" as const, service: "close" },
    query: { deviceName: box.deviceName },
  };
  await api.call(callService, { ...close, body: { params: {} } });
  await handsOver(itemId, dora, emil, {});
  await box.warmTo(12);
  await emil.goTo(itemPage(itemId));
  await emil.step("Take out", { fill: filled({ Authority: "Order 2026/117" }) });
  await handsOver(itemId, emil, people.ada, { "Seal as read": seal, Place: "Laboratory, room 12" });
  const partId = await splitsAndTests(id, itemId);
  await returnsAndDestroys(id, itemId, partId);
  await answersTheAuditors(id);
  await verifiesAlone(id);
  expect(people.faults()).toEqual([]);
}, 480_000);

/** The letter of entrustment with one item; a wrong value is named at its field. */
async function commissions(): Promise<number> {
  const { dora } = people;
  await dora.goTo("/entrusted/entrusted");
  await dora.step("Add entrustment", {
    submit: "Save",
    async fill(dialog) {
      await filled({ Client: "District court", "Case number": "2026-117" })(dialog);
      await filled({ "Questions to answer": "Which substance is it?" })(dialog);
      await choose(dialog, "Work types", "Forensic toxicology");
      await dialog.getByLabel("Work types", { exact: true }).press("Escape");
    },
  });
  const { rows } = await api.call(listEntrustments, { query: {} });
  const id = rows[0]?.entrustmentId ?? 0;
  await dora.goTo(record(id));
  await dora.step("Register item", {
    submit: "Save",
    async fill(dialog) {
      await filled({ Description: "Bag of powder", Quantity: "10", "Unique mark": "Scene 3" })(dialog);
      await pick(dialog, "Unit", "g");
      await pick(dialog, "Storage", /4/);
      await pick(dialog, "How it came", /scene/);
      await refused(dialog, "Photo of the seal (SHA-256)", "no hash");
    },
  });
  await dora.step("Submit");
  return id;
}

/** Asked for a supplement, submitted again, accepted with three other persons, confirmed by both sides. */
async function decidesWithSupplement(id: number): Promise<void> {
  const { dora, rita } = people;
  await rita.goTo(record(id));
  await rita.step("Decide", {
    submit: "Save decision",
    async fill(dialog) {
      await dialog.getByText("Supplement", { exact: false }).first().click();
      await dialog.getByLabel("Reason", { exact: true }).fill("The facts of the case are missing");
    },
  });
  await dora.goTo(record(id));
  const fill = filled({ "Facts of the case": "Seized in a flat" });
  await dora.step("Edit", { submit: "Save", inMenu: true, fill });
  await dora.step("Submit");
  await rita.goTo(record(id));
  await rita.step("Decide", {
    submit: "Save decision",
    async fill(dialog) {
      await pick(dialog, "First examiner", /^ada/);
      await pick(dialog, "Second examiner", /^ben/);
      await pick(dialog, "Reviewer", /^rita/);
    },
  });
  await dora.goTo(record(id));
  await dora.step("Record client's confirmation", {
    fill: filled({ "Signs for the client": "J. Roe" }),
  });
  await rita.goTo(record(id));
  await rita.step("Confirm for the institution");
  // Each signature with its day.
  await rita.page.getByText(/J\. Roe \d{4}-\d{2}-\d{2} \d{2}:\d{2}/).waitFor();
}

async function collectsAndSeals(id: number): Promise<number> {
  const { dora } = people;
  const { rows } = await api.call(listEvidenceItems, { query: { entrustmentId: String(id) } });
  const itemId = rows[0]?.itemId ?? 0;
  await dora.goTo(itemPage(itemId));
  await dora.step("Collect", { fill: filled({ Place: "Harbour road 3, flat 12", Condition: "dry" }) });
  await dora.step("Seal", { fill: filled({ "Seal number": seal }) });
  const buffer = await dora.page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 240 } });
  await dora.page
    .locator('input[type="file"]')
    .setInputFiles({ name: "seal.png", mimeType: "image/png", buffer });
  await dora.page.getByText("Photo added.").first().waitFor();
  await keepPicture(dora.page, "journey-evidence-item");
  return itemId;
}

/** Offered by one, taken by the other: the seal is read, and a place is given where it moves. */
async function handsOver(
  itemId: number,
  from: EvidencePerson,
  to: EvidencePerson,
  taken: Readonly<Record<string, string>>,
): Promise<void> {
  await from.goTo(itemPage(itemId));
  await from.step("Hand over", {
    fill: (dialog) => pick(dialog, "Receiver", new RegExp(`^${to.name}`)),
  });
  await to.goTo(itemPage(itemId));
  await to.step("Receive", { fill: filled({ "Seal as read": seal, ...taken }) });
}

/** Four grams become an item of their own, one of them is used up. */
async function splitsAndTests(id: number, itemId: number): Promise<number> {
  const { ada } = people;
  await ada.goTo(record(id));
  await ada.step("Start examination");
  await ada.goTo(itemPage(itemId));
  await ada.step("Split", { inMenu: true, fill: filled({ "Amounts of the parts": "4" }) });
  const { rows } = await api.call(listEvidenceItems, { query: { entrustmentId: String(id) } });
  const partId = rows.find((row) => row.parentId === itemId)?.itemId ?? 0;
  await ada.goTo(itemPage(partId));
  await ada.step("Test", { fill: filled({ Amount: "1" }) });
  return partId;
}

/** The whole item goes back to the client, the rest of the part is destroyed by two persons. */
async function returnsAndDestroys(id: number, itemId: number, partId: number): Promise<void> {
  const { ada, rita, dora } = people;
  await rita.goTo(record(id));
  await rita.step("Issue report", { fill: filled({ "Report number": "R-2026-117" }) });
  await ada.goTo(itemPage(partId));
  await ada.step("Request destruction", { inMenu: true, fill: filled({ Authority: "Court order 7" }) });
  await rita.goTo("/evidence/disposal");
  await rita.step("Approve", { submit: "Approve destruction" });
  await handsOver(itemId, ada, dora, { Place: "Counter" });
  await dora.goTo(itemPage(itemId));
  await dora.step("Return", { inMenu: true, fill: filled({ "Taken by": "J. Roe" }) });
  await dora.goTo(record(id));
  await dora.step("Record return");
  await dora.step("Close");
  await dora.page.getByText("The amounts balance.").waitFor();
  await keepPicture(dora.page, "journey-evidence-closed");
}

/** The track is verified on the page; the warm leg is the custodian's who carried it. */
async function answersTheAuditors(id: number): Promise<void> {
  const { dora } = people;
  await dora.goTo(`/entrusted/track/${id}`);
  await dora.page
    .getByText(/^\d+ events verified$/)
    .first()
    .waitFor();
  await dora.page
    .getByText(/^emil: \d+ min outside the limits, event \d+$/)
    .first()
    .waitFor();
  await dora.page.getByText("Three different accounts").waitFor();
  await keepPicture(dora.page, "journey-evidence-track");
}

/** Each verdict of the file; with one byte of a block changed, the verdict of that block falls. */
async function verifiesAlone(id: number): Promise<void> {
  const { dora, emil, ada, ben, rita } = people;
  await dora.goTo(`/entrusted/track/${id}`);
  const html = await saveCourtFile(dora.page);
  const key = (await api.call(getCustodyChain, {})).data.checkpointKey;
  const court = await openCourt(browser, html);
  await enterKey(court, key);
  const sound = {
    ...{ records: "ok", complete: "ok", log: "ok" },
    ...{ files: "ok", signatures: "ok", time: "missing" },
  };
  expect(await court.states()).toEqual(sound);
  const signed = [dora, emil, ada, rita].reduce((sum, one) => sum + one.signed(), 0);
  expect(signed).toBeGreaterThan(15);
  expect(ben.signed()).toBe(0);
  await court.page
    .getByText(`Every event that asks for a signature (${signed}) carries one of its person's passkey.`)
    .waitFor();
  for (const text of ["Bag of powder", "Harbour road 3, flat 12", seal, "R-2026-117"])
    await court.page.getByText(text).first().waitFor();
  await keepPicture(court.page, "journey-evidence-court");
  expect(await printedWidth(court.page)).toBeLessThanOrEqual(a4Width);
  expect([court.requests, court.faults]).toEqual([[], []]);
  const changes = [
    ["records", /"place":"Harbour road 3, flat 12"/, (found: string) => found.replace("12", "13")],
    [
      "complete",
      /"about":"entrustment:\d+","events":\d+/,
      (found: string) => found.replace(/\d$/, (last) => (last === "9" ? "8" : "9")),
    ],
    [
      "files",
      /"data":"[A-Za-z0-9+/]{80}/,
      (found: string) => found.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    ],
  ] as const;
  for (const [verdict, what, to] of changes) {
    const changed = await openCourt(browser, changeByte(html, what, to));
    await enterKey(changed, key);
    const fallen = Object.entries(await changed.states()).filter(([, state]) => state === "failed");
    expect(fallen, verdict).toEqual([[verdict, "failed"]]);
    await changed.page.context().close();
  }
}

/** A4 within its margins, in CSS pixels. */
const a4Width = 688;

/** How wide the page is on paper. */
async function printedWidth(page: Page): Promise<number> {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: a4Width, height: 900 });
  return page.evaluate<number>("document.documentElement.scrollWidth");
}
