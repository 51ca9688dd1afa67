import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { choose, openBrowser } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
  await addUser(platform, "olga", "operator");
});

test("a work order is drafted, found, changed and cancelled with a reason; bad input keeps what was typed", async () => {
  const { page, faults } = await enter(browser, platform.http, { as: "olga", at: "/work/work" });
  await page.getByText("No work orders yet").waitFor();
  await page.getByRole("button", { name: "Add work order" }).click();
  const form = page.getByRole("dialog");
  const field = (name: string) => form.getByLabel(name, { exact: true });
  const save = () => form.getByRole("button", { name: "Save" }).click();
  await save();
  await form.locator(".ant-form-item-explain-error").nth(1).waitFor();
  await field("Task").fill("Clean the intake & strainer");
  await choose(form, "Sampling point", /./);
  await field("Assignee").fill("J. Ortega");
  await field("Due").fill("2026-12-24 08:30");
  const steps = Array.from({ length: 21 }, (_, at) => `Step ${at + 1}`);
  await field("Steps").fill(steps.join("\n"));
  await save();
  await form.locator(".ant-form-item-explain-error").waitFor();
  expect(await field("Steps").inputValue()).toBe(steps.join("\n"));
  expect(await field("Task").inputValue()).toBe("Clean the intake & strainer");
  await field("Steps").fill("Rinse\nLook at the strainer");
  await save();
  await form.waitFor({ state: "hidden" });

  const search = page.getByLabel("Number, title, point, device or assignee");
  await search.fill("nothing like it");
  await search.press("Enter");
  await page.getByText("No matching work orders").waitFor();
  await search.fill("strainer");
  await search.press("Enter");
  const row = page.getByRole("row").filter({ hasText: "Clean the intake & strainer" });
  await row.getByText("Draft", { exact: true }).waitFor();
  await row.getByRole("link").first().click();
  // The list stays in its tab, unseen.
  const order = page.locator(".tab-page:visible");
  // In the server's zone, whatever the browser's is.
  for (const shown of ["J. Ortega", "2026-12-24 08:30:00", "Look at the strainer", "Manual", "olga"]) {
    await order.getByText(shown).first().waitFor();
  }

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  expect(await field("Due").inputValue()).toBe("2026-12-24 08:30");
  await field("Assignee").fill("L. Na");
  await save();
  await form.waitFor({ state: "hidden" });
  await order.getByText("L. Na").first().waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel work order" }).click();
  const sure = form.getByRole("button", { name: "Cancel work order" });
  expect(await sure.isDisabled()).toBe(true);
  await form.getByLabel("Reason").fill("done on Monday");
  await sure.click();
  await order.getByText("done on Monday").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
  expect(faults).toEqual([]);
});
