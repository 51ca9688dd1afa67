import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, openPage, seriousFindings } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
  await addUser(platform, "fielder", "operator");
});

/** Shows a QR code on the log-in page; gives the uuid and the digits. */
async function showCode(page: Page): Promise<{ uuid: string; digits: string }> {
  await page.goto(`${platform.http}/login`);
  const begun = page.waitForResponse((response) => response.url().endsWith("/login/uuid"));
  await page.getByRole("button", { name: "Log in by QR code" }).click();
  const { uuid }: { uuid: string } = await (await begun).json();
  await page.getByRole("img", { name: "QR code for the log-in" }).waitFor();
  return { uuid, digits: (await page.locator(".qr-number").innerText()).trim() };
}

test("a phone lets the asking browser in by two digits; a third browser that knows the code gets nothing", async () => {
  const asking = await openPage(browser, {});
  const { uuid, digits } = await showCode(asking.page);
  expect(await seriousFindings(asking.page)).toEqual([]);
  const phone = await enter(browser, platform.http, {
    at: `/qr/${uuid}`,
    as: "fielder",
    viewport: { width: 360, height: 740 },
  });
  await phone.page.getByText("Another browser asks to log in with your account").waitFor();
  expect(await seriousFindings(phone.page)).toEqual([]);
  await asking.page.getByText("Scanned.").waitFor();

  const third = await openPage(browser, {});
  await third.page.goto(`${platform.http}/login`);
  const learned = () =>
    third.page.evaluate(async (of) => {
      const answer = await fetch(`/prod-api/v3/admin/system/user/login/status?uuid=${of}`);
      return (await answer.json()) as { code: number; token?: string };
    }, uuid);
  expect(await learned()).toMatchObject({ code: 404 });

  await phone.page.getByLabel("Two digits on the other screen").fill(digits);
  await phone.page.getByRole("button", { name: "Confirm log-in" }).click();
  await phone.page.getByText("Log-in confirmed").waitFor();
  await asking.page.waitForURL("**/index");
  await asking.page.getByText("fielder").first().waitFor();
  const after = await learned();
  expect([after.code, after.token]).toEqual([404, undefined]);
  expect([...asking.faults, ...phone.faults]).toEqual([]);
});

test("the page for phones names the devices of its user and their states in words", async () => {
  const options = { at: "/app", as: "fielder", viewport: { width: 360, height: 740 } };
  const { page, faults } = await enter(browser, platform.http, options);
  await page
    .getByText(/^(Online|Offline|Not activated)$/)
    .first()
    .waitFor();
  expect(await page.getByText(/^\w+\.\w+$/).allInnerTexts()).toEqual([]);
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test("a log-in that the phone refuses is reported to the asking browser, which shows a new code", async () => {
  const asking = await openPage(browser, {});
  const { uuid } = await showCode(asking.page);
  const phone = await enter(browser, platform.http, { at: `/qr/${uuid}`, as: "fielder" });
  await phone.page.getByRole("button", { name: "Refuse" }).click();
  await phone.page.getByText("Log-in refused").waitFor();
  await asking.page.getByText("The log-in was refused on the phone.").waitFor();
  await asking.page.getByRole("button", { name: "Show a new code" }).click();
  await asking.page.getByRole("img", { name: "QR code for the log-in" }).waitFor();
});

test("a request for an account leads to its applicant's own page, and is approved in the queue", async () => {
  const visitor = await openPage(browser, {});
  const { page } = visitor;
  await page.goto(`${platform.http}/register`);
  await page.getByLabel("Username").fill("newcomer");
  await page.getByLabel("Name", { exact: true }).fill("New Comer");
  await page.getByLabel("Unit (name or credit code)").fill("Somewhere");
  await page.getByLabel("Purpose").fill("Sampling at plant North");
  await page.getByLabel("Password", { exact: true }).fill("quiet river under bridges 41");
  await page.getByLabel("Repeat password").fill("quiet river under bridges 41");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Send request" }).click();
  await page.waitForURL("**/userAudit#*");
  await page.getByText("Waiting", { exact: true }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  const admin = await enter(browser, platform.http, { at: "/userManagement/register" });
  await admin.page.getByText("newcomer").first().click();
  await admin.page.getByRole("button", { name: "Approve" }).click();
  const form = admin.page.getByRole("dialog", { name: "Approve the request" });
  await form.getByRole("button", { name: "Approve" }).click();
  await admin.page.getByText("Account newcomer created.").waitFor();
  await page.reload();
  await page.getByText("Your account is ready.").waitFor();
  expect([...visitor.faults, ...admin.faults]).toEqual([]);
});
