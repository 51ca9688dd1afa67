import { addRole, changeRole } from "@tracewater/contract/system/roles";
import { changeUserStatus, users } from "@tracewater/contract/system/users";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, openPage } from "../journey/browser.ts";
import { type ApiClient, openApi } from "../support/api-client.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter, menuLink } from "./visitor.ts";

let platform: Platform;
let browser: Browser;
let admin: ApiClient;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 3 } }),
    openBrowser(),
  ]);
  admin = await openApi(platform.http);
});

const ownPassword = "chosen by herself alone";

/** The menu's entries of sampling points by their permission. */
async function pointMenus(): Promise<ReadonlyMap<string, number>> {
  const store = await openDatabaseView(platform);
  const rows = await store.rows<{ id: number; permission: string }>(
    "select id, permission from menu where permission like 'field:samplePoint:%'",
  );
  await store.close();
  return new Map(rows.map(({ id, permission }) => [permission.split(":").at(-1) ?? "", id]));
}

test("who comes with a one-time password chooses their own; what an administrator then changes shows without a reload", async () => {
  const menus = await pointMenus();
  const idsOf = (verbs: string[]) => verbs.map((verb) => menus.get(verb) ?? 0);
  const role = { roleName: "Point keeper", roleKey: "pointKeeper", dataScope: "1" as const };
  const menuIds = idsOf(["list", "query", "add"]);
  const { id: roleId } = (await admin.call(addRole, { body: { ...role, menuIds } })).data;
  const person = { userName: "petra", nickName: "Petra", roleIds: [roleId] };
  const made = (await admin.call(users.calls.add, { body: { ...person, oneTimePassword: true } })).data;

  const { page, faults } = await openPage(browser);
  await page.goto(`${platform.http}/login`);
  await page.locator("input[name=username]").fill("petra");
  await page.locator("input[name=password]").fill(made.oneTimePassword ?? "");
  await page.locator("button[type=submit]").click();
  const first = page.getByRole("dialog", { name: "Set your own password" });
  await first.getByLabel("One-time password").fill(made.oneTimePassword ?? "");
  await first.getByLabel("New password", { exact: true }).fill(ownPassword);
  await first.getByLabel("Confirm new password").fill(ownPassword);
  await first.getByRole("button", { name: "Change password" }).click();
  await first.waitFor({ state: "hidden" });

  await menuLink(page, "Sampling points").click();
  const add = page.getByRole("button", { name: "Add", exact: true });
  await add.waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate("window.neverReloaded = true");
  await admin.call(changeRole, { body: { ...role, roleId, menuIds: idsOf(["list", "query"]) } });
  await add.waitFor({ state: "detached" });
  await admin.call(changeRole, { body: { ...role, roleId, menuIds: [] } });
  await menuLink(page, "Sampling points").waitFor({ state: "detached" });
  expect(await page.evaluate("window.neverReloaded")).toBe(true);
  expect(faults).toEqual([]);

  await admin.call(changeUserStatus, { body: { userId: made.id, status: "1" } });
  const over = page.getByRole("dialog", { name: "Session expired" });
  await over.getByRole("button", { name: "Re-login" }).waitFor();
  expect(await page.evaluate("window.neverReloaded")).toBe(true);
});

test("the operation log reports in both languages what a change was before and after", async () => {
  const person = { userName: "dora", nickName: "Dora Old" };
  const { id } = (await admin.call(users.calls.add, { body: person })).data;
  await admin.call(users.calls.change, { body: { ...person, userId: id, nickName: "Dora New" } });
  const words = [
    { locale: "en-US", title: "Edit users", what: "user", open: /^Edit users/ },
    { locale: "zh-CN", title: "编辑用户", what: "用户", open: /^编辑用户/ },
  ];
  for (const { locale, title, what, open } of words) {
    const { page, faults } = await enter(browser, platform.http, { locale, at: "/system/log/operlog" });
    const row = page
      .getByRole("row")
      .filter({ hasText: title })
      .filter({ hasText: `${what} ${id} dora` });
    await row.getByText(title).click();
    const drawer = page.getByRole("dialog", { name: open });
    const change = drawer.getByRole("row").filter({ hasText: "nickName" });
    expect(await change.locator("del").innerText()).toBe("Dora Old");
    expect(await change.locator("ins").innerText()).toBe("Dora New");
    await drawer.getByText(`${what} · ${id} · dora`).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  }
});

test("a service account is added without a password, and a key is made that acts for it", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/system/user" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New user" });
  await form.getByText("Generate a one-time password and show it").waitFor();
  await form.getByRole("radio", { name: "Service account" }).check();
  await form.getByText("Generate a one-time password and show it").waitFor({ state: "detached" });
  await form.getByLabel("User name").fill("lims.import");
  await form.getByLabel("Name", { exact: true }).fill("LIMS import");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "hidden" });
  await page.getByRole("row").filter({ hasText: "lims.import" }).getByText("Service account").waitFor();

  await page.goto(`${platform.http}/system/apiKey`);
  await page.getByRole("button", { name: "New key" }).click();
  const key = page.getByRole("dialog", { name: "New API key" });
  await key.getByLabel("Name").fill("For the LIMS");
  await key.getByLabel("Acts for").fill("lims");
  await page.keyboard.press("Enter");
  await key.getByLabel("Permissions").fill("Sampling points · List");
  await page.keyboard.press("Enter");
  await key.getByLabel("Name").click();
  await key.getByRole("button", { name: "Create key" }).click();
  await page
    .getByRole("dialog", { name: "API key created" })
    .getByRole("button", { name: "I have saved it" })
    .click();
  await page.getByRole("row").filter({ hasText: "For the LIMS" }).getByText("lims.import").waitFor();
  expect(faults).toEqual([]);
});

test("a key is shown once, and the list keeps its beginning alone", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/system/apiKey" });
  await page.getByRole("button", { name: "New key" }).click();
  const form = page.getByRole("dialog", { name: "New API key" });
  await form.getByLabel("Name").fill("Nightly report");
  await form.getByLabel("Permissions").fill("Sampling points · List");
  await page.keyboard.press("Enter");
  // The list of choices lies over the button until something else has the focus.
  await form.getByLabel("Name").click();
  await form.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "API key created" });
  const key = await shown.getByLabel("API key").inputValue();
  expect(key).toMatch(/^twk_\S{30,}$/);
  const list = "/prod-api/v2/admin/samplePoint/list?pageNum=1&pageSize=1";
  const answer = await fetch(platform.http + list, { headers: { authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({ code: 200, total: 3 });
  await shown.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("row").filter({ hasText: "Nightly report" }).getByText(key.slice(0, 8)).waitFor();
  expect(await page.content()).not.toContain(key);
  await page.reload();
  await page.getByRole("row").filter({ hasText: "Nightly report" }).waitFor();
  expect(await page.content()).not.toContain(key);
  expect(faults).toEqual([]);
});
