import type { Browser, CDPSession, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, openPage, seriousFindings } from "../journey/browser.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter, logIn } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
});

/** Chromium's own authenticator in software: it keeps passkeys and verifies its user by itself. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", ctap2Version: "ctap2_1", transport: "internal" },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

const addButton = (page: Page) => page.getByRole("button", { name: "Add a passkey" });
const atHome = (page: Page) => page.waitForURL(/\/index$/);

test("the ready line names localhost, where browsers allow passkeys", () => {
  expect(new URL(platform.http).hostname).toBe("localhost");
});

test("a passkey is added in one's own centre, opens the log-in page, /face_login and an act, and is removed", async () => {
  await addUser(platform, "keyholder", "admin");
  const { page, faults } = await enter(browser, platform.http, {
    at: "/user/profile?tab=security",
    as: "keyholder",
  });
  const { cdp, authenticatorId } = await addAuthenticator(page);
  const stored = async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

  await page.getByLabel("Name of the passkey").fill("Office laptop");
  await addButton(page).click();
  await page.getByText("Passkey added. Your other sessions have ended.").waitFor();
  await page.getByText("Office laptop").waitFor();
  expect(await stored()).toMatchObject([{ rpId: "localhost", isResidentCredential: true }]);
  // The same device is not registered twice.
  await addButton(page).click();
  await page.getByText("No passkey was created.").waitFor();

  // The browser suggests it for the name, or the button asks for it: both without a password.
  await page.context().clearCookies();
  await page.goto(`${platform.http}/face_login`);
  await page.getByRole("heading", { name: "Face log-in" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await atHome(page);
  await page.context().clearCookies();
  await page.goto(`${platform.http}/login?redirect=%2Fsystem%2FapiKey`);
  // Conditional mediation may be answered at once by the virtual authenticator; otherwise the button asks.
  await Promise.race([
    page.waitForURL(/\/system\/apiKey$/),
    page.getByRole("button", { name: "Log in with a passkey" }).click({ timeout: 10_000 }),
  ]).catch(() => undefined);
  await page.waitForURL(/\/system\/apiKey$/);

  const store = await openDatabaseView(platform);
  const ways = await store.rows<{ way: string; factor: string }>(
    "select way, factor from login_log where user_name = 'keyholder' order by id desc limit 2",
  );
  expect(ways).toEqual([
    { way: "passkey", factor: "passkey" },
    { way: "passkey", factor: "passkey" },
  ]);

  // An act that asks who sits there is confirmed with it.
  await page.goto(`${platform.http}/user/profile?tab=security`);
  await store.rows("update session set confirmed_at = confirmed_at - interval '6 minutes'");
  await page.getByRole("button", { name: "Remove" }).first().click();
  await page.getByRole("tooltip").getByRole("button", { name: "Remove" }).click();
  const asked = page.getByRole("dialog", { name: "Confirm it is you" });
  await asked.getByRole("button", { name: "Use a passkey" }).click();
  await asked.waitFor({ state: "hidden" });
  await page.getByText("Office laptop", { exact: true }).waitFor({ state: "hidden" });
  const left = await store.rows("select 1 from passkey");
  expect(left).toEqual([]);
  expect(faults).toEqual([]);
});

test("on an IP address the log-in page says where passkeys work", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${platform.http.replace("localhost", "127.0.0.1")}/login`);
  await page.getByText(`Passkeys work only at ${platform.http}`).waitFor();
  expect(await page.getByRole("button", { name: "Log in with a passkey" }).count()).toBe(0);
  await logIn(page);
  await atHome(page);
});

test("who gives up choosing a passkey reads what to do, and logs in with the password", async () => {
  const { page } = await openPage(browser);
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.goto(`${platform.http}/login`);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.getByText("No passkey was chosen. Try again, or use your password.").waitFor();
  await logIn(page);
  await atHome(page);
});
