import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  addEntrustment,
  confirmEntrustment,
  decideEntrustment,
  getEntrustmentTrack,
  listEvidenceStaff,
  makeEvidenceFile,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { addEvidenceItem } from "@tracewater/contract/evidence/items";
import { listDepts } from "@tracewater/contract/system/dept";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { keepPicture, openBrowser, seriousFindings } from "../journey/browser.ts";
import { type ApiClient, createApiClient, openApi } from "../support/api-client.ts";
import { makeFolder } from "../support/data-folder.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter } from "./visitor.ts";

const run = promisify(execFile);
const verifier = join(import.meta.dirname, "../../custody/bin/custody-verify.mjs");
let platform: Platform;
let browser: Browser;
let api: ApiClient;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
  api = await openApi(platform.http);
  await addUser(platform, "exam.a", "examiner");
  await addUser(platform, "exam.b", "examiner");
  await addUser(platform, "rev", "reviewer");
  await addUser(platform, "boss", "unitAdmin");
});

/** An accepted entrustment that the institution has to confirm. */
async function accepted(): Promise<number> {
  const unitId = (await api.call(listDepts, { query: {} })).data[0]?.deptId ?? 0;
  const written = {
    clientName: "District court",
    matters: "Which substance?",
    workTypes: ["other" as const],
  };
  const entrustmentId = (await api.call(addEntrustment, { body: { unitId, ...written } })).data.id;
  await api.call(addEvidenceItem, { body: { entrustmentId, name: "Bag", quantity: 1 } });
  await api.call(stepEntrustment, { body: { entrustmentId, step: "submit" } });
  const staff = (await api.call(listEvidenceStaff, {})).data;
  const idOf = (name: string) => staff.find((one) => one.name.includes(name))?.userId ?? null;
  const named = {
    firstExaminerId: idOf("exam.a"),
    secondExaminerId: idOf("exam.b"),
    reviewerId: idOf("rev"),
  };
  await api.call(decideEntrustment, { body: { entrustmentId, decision: "accepted", ...named } });
  await api.call(confirmEntrustment, { body: { entrustmentId, side: "client", person: "J. Roe" } });
  return entrustmentId;
}

/** A passkey of the person, in Chromium's own authenticator. */
async function addPasskey(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", ctap2Version: "ctap2_1", transport: "internal" },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
  await page.getByLabel("Name of the passkey").fill("Desk");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Passkey added.").waitFor();
}

test("a person with a passkey signs a step in the page; the file names the key, and giving up records nothing", async () => {
  const id = await accepted();
  const { page, faults } = await enter(browser, platform.http, {
    at: "/user/profile?tab=security",
    as: "boss",
  });
  await addPasskey(page);
  await page.goto(`${platform.http}/entrusted/entr/${id}`);
  const before = (await api.call(getEntrustmentTrack, { params: { id } })).data.events.length;
  const dialog = page.getByRole("dialog", { name: "Sign this step" });
  const confirm = async () => {
    await page.getByRole("button", { name: "Confirm for the institution" }).first().click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Confirm/ })
      .click();
    await dialog.waitFor();
  };
  await confirm();
  // The step behind it is busy, and pale as long as it is.
  expect(await seriousFindings(page, { within: ".sign-step" })).toEqual([]);
  await keepPicture(page, "sign-dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect((await api.call(getEntrustmentTrack, { params: { id } })).data.events).toHaveLength(before);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Confirm/ })
    .click();
  await dialog.getByRole("button", { name: "Sign" }).click();
  await page.getByRole("dialog").first().waitFor({ state: "hidden" });
  await expect
    .poll(async () => (await api.call(getEntrustmentTrack, { params: { id } })).data.events.length)
    .toBe(before + 1);
  expect(faults).toEqual([]);

  const reader = createApiClient(platform.http);
  await reader.logIn();
  const file = await fetch(`${platform.http}/prod-api${makeEvidenceFile.path.replace(":id", String(id))}`, {
    method: "POST",
    headers: { authorization: reader.authorization(), "content-type": "application/json" },
  });
  const path = join(await makeFolder(), "evidence.html");
  await writeFile(path, await file.text());
  const { stdout } = await run(process.execPath, [verifier, path]);
  expect(stdout).toMatch(/^In part: Who signed: .*1 signed by boss.* with the passkey [0-9a-f]{16}/m);
});
