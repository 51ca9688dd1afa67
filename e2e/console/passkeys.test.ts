import type { Browser, CDPSession, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, openPage, seriousFindings } from "../journey/browser.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { adminPassword } from "../support/server-command.ts";
import { addUser, api, enter, logIn } from "./visitor.ts";

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
  // The virtual authenticator answers the browser's suggestion at once.
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
  // The Signal API informs the browser, which forgets it.
  await expect.poll(stored).toEqual([]);
  expect(faults).toEqual([]);
});

test("a first passkey is offered after a log-in, a second device adds its own, and both open the account", async () => {
  await addUser(platform, "offered", "viewer");
  const devices = [await openPage(browser), await openPage(browser)];
  for (const [at, { page }] of devices.entries()) {
    await addAuthenticator(page);
    await page.goto(`${platform.http}/login`);
    await logIn(page, "offered");
    await atHome(page);
    if (at > 0) await page.goto(`${platform.http}/user/profile?tab=security`);
    const offer = page.getByRole("region", { name: "Log in without a password next time" });
    if (at === 0) expect(await offer.waitFor().then(() => seriousFindings(page))).toEqual([]);
    await page.getByLabel("Name of the passkey").fill(`Device ${at}`);
    await addButton(page).click();
    await page.getByText("Passkey added. Your other sessions have ended.").waitFor();
    await offer.waitFor({ state: "hidden" });
  }
  const second = devices[1]?.page;
  for (const name of ["Device 0", "Device 1"]) await second?.getByText(name, { exact: true }).waitFor();
  for (const { page } of devices) {
    await page.context().clearCookies();
    await page.goto(`${platform.http}/face_login`);
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await atHome(page);
  }
});

test("a press of the button while a suggested passkey is logging in starts no second log-in", async () => {
  await addUser(platform, "eager", "admin");
  const { page } = await enter(browser, platform.http, { at: "/user/profile?tab=security", as: "eager" });
  await addAuthenticator(page);
  await addButton(page).click();
  await page.getByText("Passkey added. Your other sessions have ended.").waitFor();
  await page.context().clearCookies();
  const shown = page.waitForRequest(api("/passkey/login"));
  let letThrough = () => {};
  const pressed = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await page.route(api("/passkey/login"), async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto(`${platform.http}/login?redirect=%2Fsystem%2FapiKey`);
  await shown;
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  letThrough();
  await page.waitForURL(/\/system\/apiKey$/);
  await page.getByText("No API keys yet").waitFor();
  expect(asked.filter((path) => path.startsWith("/prod-api/passkey"))).toEqual([
    "/prod-api/passkey/options",
    "/prod-api/passkey/login",
  ]);
});

test("who does not want a passkey now is not asked again at the next log-in", async () => {
  await addUser(platform, "unwilling", "viewer");
  const { page } = await openPage(browser);
  await addAuthenticator(page);
  const asked: string[] = [];
  for (const isFirst of [true, false]) {
    await page.goto(`${platform.http}/login`);
    await logIn(page, "unwilling");
    await atHome(page);
    if (isFirst) await page.getByRole("button", { name: "Not now" }).click();
    else await page.getByText("Latest loads").first().waitFor();
    // From the answer on.
    page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
    await page.context().clearCookies();
  }
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((path) => path.endsWith("/profile/passkeys"))).toEqual([]);
});

test("a browser without passkeys says so, and its user logs in with the keyboard alone", async () => {
  const { page } = await openPage(browser);
  await page.addInitScript("delete window.PublicKeyCredential");
  await page.goto(`${platform.http}/login`);
  await page.getByText("This browser does not support passkeys.").waitFor();
  await page.locator("button[type=submit]:enabled").waitFor();
  const reached = new Set<string>();
  for (let at = 0; at < 20; at++) {
    reached.add(await page.evaluate("document.activeElement?.textContent || document.activeElement?.name"));
    await page.keyboard.press("Tab");
  }
  const ways = [
    "username",
    "password",
    "Log in",
    "Register",
    "Log in by QR code",
    "APP user: log in by code",
  ];
  expect([...reached]).toEqual(expect.arrayContaining(ways));
  await page.locator("input[name=username]").focus();
  await page.keyboard.type("admin");
  await page.keyboard.press("Tab");
  while ((await page.evaluate("document.activeElement?.name")) !== "password") {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type(adminPassword);
  await page.keyboard.press("Enter");
  await atHome(page);
});

test.each(["light", "dark"] as const)(
  "the log-in page has no serious finding of axe, %s",
  async (colorScheme) => {
    const { page } = await openPage(browser, { colorScheme });
    await page.goto(`${platform.http}/login`);
    await page.locator("button[type=submit]:enabled").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  },
);

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
