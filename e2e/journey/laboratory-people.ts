import type { Browser, Page } from "playwright-core";
import { addUser, enter } from "../console/visitor.ts";
import { type ApiClient, createApiClient } from "../support/api-client.ts";
import type { Platform } from "../support/platform-process.ts";

/**
 * Somebody of the laboratory's journey: the calls of their own session, and one browser that he opens when he needs
 * it.
 */
export type Person = {
  api: ApiClient;
  /** Their browser, on a page. */
  goTo(path: string): Promise<Page>;
};

export type People = {
  [Name in "olga" | "bruno" | "ada" | "rita"]: Person;
} & {
  /** What the console threw in anybody's browser. */
  faults(): string[];
};

const roles = { olga: "operator", bruno: "unitAdmin", ada: "analyst", rita: "reviewer" } as const;

export async function gatherPeople(platform: Platform, browser: Browser): Promise<People> {
  const faults: string[][] = [];
  const meet = async (name: keyof typeof roles): Promise<Person> => {
    await addUser(platform, name, roles[name]);
    const api = createApiClient(platform.http);
    await api.logIn(name);
    let page: Page | null = null;
    return {
      api,
      async goTo(path) {
        if (page === null) {
          const entered = await enter(browser, platform.http, { as: name, at: path, acceptDownloads: true });
          faults.push(entered.faults);
          page = entered.page;
        } else {
          await page.goto(platform.http + path);
        }
        return page;
      },
    };
  };
  return {
    ...{ olga: await meet("olga"), bruno: await meet("bruno") },
    ...{ ada: await meet("ada"), rita: await meet("rita") },
    faults: () => faults.flat(),
  };
}

/** What a call is refused with. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "taken",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Presses a button, and the same in the dialog that asks once more. */
export async function decide(page: Page, button: string | RegExp, sure: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: sure }).click();
  const refused = dialog.getByRole("alert");
  await dialog.waitFor({ state: "hidden" }).catch(async (error: unknown) => {
    const [shown, said] = [await dialog.innerText(), await refused.allInnerTexts()];
    throw new Error(`"${button}" did not end; its dialog shows: ${shown}; it says: ${said.join(" ")}`, {
      cause: error,
    });
  });
}
