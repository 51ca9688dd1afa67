import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { makeFolder } from "../support/data-folder.ts";
import { openPage } from "./browser.ts";

/** The file of an entrustment as its reader has it: on a disk, in a browser without a network. */
type Court = {
  page: Page;
  /** The state of each verdict by its kind. */
  states(): Promise<Record<string, string>>;
  /** What it asked the network for; nothing. */
  requests: string[];
  faults: string[];
};

export async function openCourt(browser: Browser, html: string): Promise<Court> {
  const file = join(await makeFolder(), "evidence.html");
  await writeFile(file, html);
  const { page, faults } = await openPage(browser, { offline: true });
  const requests: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) requests.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  await page.locator("[data-verdict]").first().waitFor();
  const states = () =>
    page.evaluate<Record<string, string>>(
      `Object.fromEntries([...document.querySelectorAll("[data-verdict]")]
        .map((card) => [card.dataset.verdict, card.dataset.state]))`,
    );
  return { page, states, requests, faults };
}

/** Enters the institution's key, which the reader has from elsewhere. */
export async function enterKey(court: Court, key: string): Promise<void> {
  await court.page.getByLabel("Key of the institution").fill(key);
  await court.page.getByRole("button", { name: "Verify with this key" }).click();
}

/** Saves "File for the court" from the page of its track. */
export async function saveCourtFile(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "File for the court" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^EVIDENCE-EN.*\.html$/);
  return readFile(await download.path(), "utf8");
}

/** The same file with another byte in one of its blocks. */
export function changeByte(html: string, what: RegExp, to: (found: string) => string): string {
  const found = what.exec(html)?.[0];
  if (found === undefined) throw new Error(`the file has nothing like ${what}`);
  const changed = to(found);
  expect(changed).toHaveLength(found.length);
  expect([...changed].filter((sign, at) => sign !== found[at])).toHaveLength(1);
  return html.replace(found, () => changed);
}
