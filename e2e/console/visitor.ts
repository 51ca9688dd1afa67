import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openPage } from "../journey/browser.ts";
import { createApiClient } from "../support/api-client.ts";
import { adminPassword } from "../support/server-command.ts";

/** Paths of the API, for Playwright's `route`. */
export const api = (path: string) => `**/prod-api${path}`;

/** A page of the administrator with a session of its own, on the home page or another. */
export async function enter(
  browser: Browser,
  http: string,
  options: BrowserContextOptions & { at?: string } = {},
) {
  const { at = "/index", ...context } = options;
  const client = createApiClient(http);
  await client.logIn();
  const opened = await openPage(browser, context);
  const value = client.authorization().replace("Bearer ", "");
  await opened.page.context().addCookies([{ name: "Admin-Token", value, url: http }]);
  await opened.page.goto(http + at);
  await opened.page.getByRole("main").first().waitFor();
  return opened;
}

export async function logIn(page: Page): Promise<void> {
  await page.locator("input[name=username]").fill("admin");
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
