import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openPage } from "../journey/browser.ts";
import { createApiClient } from "../support/api-client.ts";
import { openDatabaseView } from "../support/database-view.ts";
import type { Platform } from "../support/platform-process.ts";
import { adminPassword } from "../support/server-command.ts";

/** Paths of the API, for Playwright's `route`. */
export const api = (path: string) => `**/prod-api${path}`;

/**
 * Lets the server answer a call, and gives the page another body. A page still asks while its platform is being stopped
 * after the last test: then there is nothing to give, and nobody to fail for it.
 */
export async function changeAnswer<Body extends object>(
  page: Page,
  path: string,
  change: (body: Body) => object,
): Promise<void> {
  await page.route(api(path), async (route) => {
    try {
      const response = await route.fetch();
      const body: Body = await response.json();
      await route.fulfill({ response, json: change(body) });
    } catch {
      await route.abort().catch(() => undefined);
    }
  });
}

/** A page of the administrator, or another user, with a session of its own, on the home page or another. */
export async function enter(
  browser: Browser,
  http: string,
  options: BrowserContextOptions & { at?: string; as?: string } = {},
) {
  const { at = "/index", as = "admin", ...context } = options;
  const client = createApiClient(http);
  await client.logIn(as);
  const opened = await openPage(browser, context);
  const value = client.authorization().replace("Bearer ", "");
  await opened.page.context().addCookies([{ name: "Admin-Token", value, url: http }]);
  await opened.page.goto(http + at);
  await opened.page.getByRole("main").first().waitFor();
  return opened;
}

/**
 * A user with one role in the first unit and the administrator's password, straight into the database. The one of a try
 * before, with all they did there, keeps another name.
 */
export async function addUser(platform: Platform, name: string, role: string): Promise<void> {
  const store = await openDatabaseView(platform);
  await store.rows("update sys_user set user_name = user_name || '-' || id where user_name = $1", [name]);
  await store.rows(
    `with added as (
       insert into sys_user (user_name, nick_name, password_hash, dept_id)
       select $1, $1, password_hash, (select min(id) from dept) from sys_user where user_name = 'admin'
       returning id)
     insert into user_role (user_id, role_id) select added.id, role.id from added, role where role_key = $2`,
    [name, role],
  );
  await store.close();
}

export async function logIn(page: Page, name = "admin"): Promise<void> {
  await page.locator("input[name=username]").fill(name);
  await page.locator("input[name=password]").fill(adminPassword);
  await page.locator("button[type=submit]").click();
}

/** The names of the tag tabs, from left to right. */
export async function tabNames(page: Page): Promise<string[]> {
  const names = await page
    .getByRole("navigation", { name: "Visited pages" })
    .getByRole("link")
    .allInnerTexts();
  return names.map((name) => name.trim());
}

/** A link of the sidebar. */
export function menuLink(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name, exact: true });
}
