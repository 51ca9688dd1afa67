import type { Browser, Locator, Page } from "playwright-core";
import { addUser, enter } from "../console/visitor.ts";
import type { Platform } from "../support/platform-process.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Somebody of the journey of an item: a browser of their own, with a passkey of their own. */
export type EvidencePerson = {
  name: string;
  page: Page;
  goTo(path: string): Promise<void>;
  /** Opens the dialog behind a button of the page or an entry of the record's menu, fills it in, submits it, and signs where the step asks for it. */
  step(button: string, options?: StepOptions): Promise<void>;
  signed(): number;
};

type StepOptions = {
  /** Fills in the fields. */
  fill?: (dialog: Locator) => Promise<void>;
  /** On the button that submits; the one that opened the dialog where it has the same name. */
  submit?: string;
  /** It is an entry of the record's menu. */
  inMenu?: boolean;
};

export type EvidencePeople = {
  [Name in "dora" | "emil" | "ada" | "ben" | "rita"]: EvidencePerson;
} & { faults(): string[] };

const roles = {
  ...{ dora: "custodian", emil: "custodian" },
  ...{ ada: "examiner", ben: "examiner", rita: "reviewer" },
} as const;

/** Two custodians, two examiners, and the reviewer, who also decides. */
export async function gatherEvidencePeople(platform: Platform, browser: Browser): Promise<EvidencePeople> {
  const faults: string[][] = [];
  const meet = async (name: keyof typeof roles): Promise<EvidencePerson> => {
    await addUser(platform, name, roles[name]);
    const at = "/user/profile?tab=security";
    const entered = await enter(browser, platform.http, { as: name, at, acceptDownloads: true });
    faults.push(entered.faults);
    const { page } = entered;
    await addPasskey(page);
    let signatures = 0;
    return {
      name,
      page,
      goTo: async (path) => {
        await page.goto(platform.http + path);
      },
      signed: () => signatures,
      async step(button, { fill, submit = button, inMenu = false } = {}) {
        const main = page.getByRole("main").first();
        if (inMenu) await main.getByRole("button", { name: "More actions", exact: true }).click();
        const within = inMenu ? page.getByRole("menuitem", { name: button, exact: true }) : null;
        await (within ?? main.getByRole("button", { name: button, exact: true }).first()).click();
        const dialog = page.locator(".ant-modal:visible:not(.sign-step)").last();
        await dialog.waitFor();
        await fill?.(dialog);
        // After the cross that closes it, and the button that gives up.
        await dialog.getByRole("button", { name: submit, exact: true }).last().click();
        if (await signUntilDone(page, dialog)) signatures += 1;
      },
    };
  };
  return {
    ...{ dora: await meet("dora"), emil: await meet("emil"), ada: await meet("ada") },
    ...{ ben: await meet("ben"), rita: await meet("rita") },
    faults: () => faults.flat(),
  };
}

/** Signs when asked to; whether a signature was asked for. Throws with what the dialog says where it stays open. */
export async function signUntilDone(page: Page, dialog: Locator): Promise<boolean> {
  const sign = page.locator(".sign-step").getByRole("button", { name: "Sign", exact: true });
  let isSigned = false;
  await waitUntil("the step is recorded", async () => {
    if (!isSigned && (await sign.isVisible())) {
      await sign.click();
      isSigned = true;
      return false;
    }
    if (!(await dialog.isVisible())) return true;
    const refused = await dialog.locator('[role="alert"], .ant-form-item-explain-error').allInnerTexts();
    if (refused.length > 0) throw new Error(`the step is refused: ${refused.join(" ")}`);
    return false;
  });
  return isSigned;
}

/** A passkey in Chromium's own authenticator. */
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
  await page.getByLabel("Name of the passkey").fill("Key ring");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Passkey added.").waitFor();
}
