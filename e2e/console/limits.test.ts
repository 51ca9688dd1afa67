import { addLimitVersion, listLimits } from "@tracewater/contract/laboratory/limits";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { createApiClient } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  for (const name of ["rita", "rolf"]) await addUser(platform, name, "reviewer");
});

test("a limit is set, seen in its versions and ended; who was overtaken is told, and keeps what was typed", async () => {
  const { page, faults } = await enter(browser, platform.http, { as: "rita", at: "/laboratory/limit" });
  const row = page.getByRole("row").filter({ hasText: "Cocaine" }).filter({ hasText: "Liquid" });
  const form = page.getByRole("dialog");
  const field = (name: string) => form.getByLabel(name, { exact: true });
  const open = () => row.getByRole("button", { name: "New limit of Cocaine · Liquid" }).click();
  const save = () => form.getByRole("button", { name: "Put in force" }).click();
  await row.getByText("No limit").waitFor();
  await open();
  await field("Limit").fill("1e3");
  await field("Source").fill("Permit 7, §2");
  await field("Reason").fill("new permit");
  await save();
  await form.locator(".ant-form-item-explain-error").waitFor();
  expect(await field("Limit").inputValue()).toBe("1e3");
  expect(await field("Reason").inputValue()).toBe("new permit");
  await field("Limit").fill("0.50");
  await save();
  await form.waitFor({ state: "hidden" });
  await row.getByText("Own, v1").waitFor();
  await row.getByText("0.50", { exact: true }).waitFor();

  // Somebody else sets one while the dialog is open.
  await open();
  await field("Limit").fill("0.7");
  await field("Source").fill("own");
  await field("Reason").fill("order");
  const rolf = createApiClient(platform.http);
  await rolf.logIn("rolf");
  const { rows } = await rolf.call(listLimits, {});
  const about = { analyte: "cocaine", phase: "liquid" } as const;
  const now = rows.find((one) => one.analyte === about.analyte && one.phase === about.phase);
  const basedOn = now?.inForce?.limitId ?? null;
  const body = { ...about, basedOn, value: "0.6", source: "own", reason: "audit" };
  await rolf.call(addLimitVersion, { body });
  await save();
  await form.getByRole("alert").waitFor();
  expect(await field("Limit").inputValue()).toBe("0.7");
  await form.getByRole("button", { name: "Cancel" }).click();

  await page.reload();
  await row.getByText("Own, v2").waitFor();
  await open();
  await field("Limit").fill("");
  await field("Source").fill("none any more");
  await field("Reason").fill("permit ended");
  await save();
  await form.waitFor({ state: "hidden" });
  await row.getByText("No limit").waitFor();
  await row.getByRole("button", { name: "Versions of Cocaine · Liquid (3)" }).click();
  for (const shown of [
    "Reason: new permit",
    "Reason: audit",
    "Reason: permit ended",
    "Source: Permit 7, §2",
  ]) {
    await page.getByText(shown).waitFor();
  }
  expect(faults).toEqual([]);
});
