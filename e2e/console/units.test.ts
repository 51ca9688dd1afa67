import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, seriousFindings } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter, logIn, menuLink } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 2, points: 5 } }),
    openBrowser(),
  ]);
  await addUser(platform, "vera", "viewer");
  await addUser(platform, "una", "unitAdmin");
});

test("an authorization that is withdrawn shuts the unit's people out until one of them enters a code", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/entAdmin/entAdmin" });
  const vera = await enter(browser, platform.http, { as: "vera", at: "/device/Sampling" });
  await vera.page.getByText("in total").waitFor();

  await page.getByRole("link", { name: "European plants (example)" }).click();
  await page.getByRole("heading", { name: "European plants (example)" }).waitFor();
  await page.getByRole("button", { name: "Revoke" }).click();
  const asked = page.getByRole("dialog", { name: "Revoke" });
  await asked.getByText("its users lose access immediately").waitFor();
  await asked.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("None", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Issue code" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Issue", exact: true }).click();
  const shown = page.getByRole("dialog", { name: "Code for European plants (example)" });
  const code = await shown.locator("code").innerText();
  expect(code).toMatch(/^[A-Za-z0-9_-]{124}$/);
  await shown.getByRole("button", { name: "I have saved it" }).click();
  await page.getByText("Code not entered").waitFor();
  expect(await page.content()).not.toContain(code);

  // It opens by itself: her live stream was shut, and informed her page why.
  const prompt = vera.page.getByRole("dialog", { name: "unauthorized" });
  const field = prompt.getByLabel("please enter the authorization code");
  await field.fill("not this one");
  await prompt.getByRole("button", { name: "Confirm" }).click();
  await vera.page.getByText("This authorization code is not valid. Check it and enter it again.").waitFor();
  await field.fill(code);
  await prompt.getByRole("button", { name: "Confirm" }).click();
  await vera.page.getByText("authorization succeeded").waitFor();
  const began = performance.now();
  await vera.page.waitForURL("**/login?redirect=%2Findex");
  expect(performance.now() - began).toBeGreaterThan(700);
  await logIn(vera.page, "vera");
  await menuLink(vera.page, "Water samplers").click();
  await vera.page.getByText("in total").waitFor();

  await page.reload();
  await page.getByText("Active", { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test("departments are made and put in order by keyboard and by hand, and read aloud", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/entAdmin/entAdm/1" });
  for (const name of ["Laboratory", "Sampling team"]) {
    await page.getByRole("button", { name: "Add department", exact: true }).click();
    const form = page.getByRole("dialog", { name: "New department" });
    await form.getByLabel("Name").fill(name);
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "hidden" });
  }
  const tree = page.getByRole("treegrid", { name: "Departments" });
  const names = () => tree.locator(".tree-table-name").allInnerTexts();
  await expect.poll(names).toEqual(["Laboratory", "Sampling team"]);
  await tree.getByRole("row").filter({ hasText: "Sampling team" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(names).toEqual(["Sampling team", "Laboratory"]);
  const grip = tree.getByRole("row").filter({ hasText: "Laboratory" }).locator(".tree-table-grip");
  await grip.dragTo(tree.getByRole("row").filter({ hasText: "Sampling team" }).locator("td").first());
  await expect
    .poll(() => tree.locator('[aria-level="2"] .tree-table-name').allInnerTexts())
    .toEqual(["Laboratory"]);
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test("the menu that an administrator renames is another one in every open console at once", async () => {
  const una = await enter(browser, platform.http, { as: "una" });
  const { page, faults } = await enter(browser, platform.http, { at: "/system/menu" });
  await menuLink(una.page, "Sampling points").waitFor();
  const row = page
    .getByRole("treegrid", { name: "Menu" })
    .getByRole("row")
    .filter({ hasText: "Sampling points" });
  await row.getByRole("button", { name: "Edit Sampling points" }).click();
  const form = page.getByRole("dialog", { name: "Edit menu item" });
  await form.getByLabel("Title").fill("Places");
  await form.getByRole("button", { name: "Save" }).click();
  await menuLink(una.page, "Places").waitFor();
  await menuLink(page, "Places").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test("a unit's administrator sees their own unit, and neither makes units nor authorizes them", async () => {
  const { page } = await enter(browser, platform.http, { as: "una", at: "/entAdmin/entAdmin" });
  await page.getByRole("link", { name: "European plants (example)" }).click();
  await page.getByRole("heading", { name: "Authorization" }).waitFor();
  expect(await page.getByRole("button", { name: "Issue code" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Revoke" }).count()).toBe(0);
  await page.goto(`${platform.http}/entAdmin/entAdm/2`);
  await page.getByText("Enterprise unit not found.").waitFor();
});
