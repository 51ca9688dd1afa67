/* An APP user on a phone, from the code in a text message to the log of what they did. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bottles } from "@tracewater/contract/field/bottles";
import { dispatchWorkOrder } from "@tracewater/contract/field/work-order-steps";
import { addWorkOrder } from "@tracewater/contract/field/work-orders";
import { addAppUser } from "@tracewater/contract/system/app-users";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openPage, seriousFindings } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

const phone = "+8613900010001";
const texts: { to: string; text: string }[] = [];
const gateway = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    texts.push(JSON.parse(body));
    response.writeHead(202).end();
  });
});

let platform: Platform;
let browser: Browser;
let userId = 0;

beforeAll(async () => {
  gateway.listen(0, "127.0.0.1");
  await once(gateway, "listening");
  const env = {
    TEXT_WEBHOOK_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`,
    TEXT_WEBHOOK_SECRET: "a secret of this test alone",
  };
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 }, env }),
    openBrowser(),
  ]);
  userId = await prepare();
});
afterAll(() => void gateway.close());

/** The user with an order, a bottle and a delivery on its way to their unit. */
async function prepare(): Promise<number> {
  const api = await openApi(platform.http);
  const store = await openDatabaseView(platform);
  const [unit] = await store.rows<{ id: number }>("select min(id) as id from dept");
  const roles = await store.rows<{ id: number }>(
    "select id from role where role_key in ('operator', 'analyst')",
  );
  const deptId = unit?.id ?? 0;
  const person = { nickName: "Li Na", phonenumber: phone, deptId, roleIds: roles.map(({ id }) => id) };
  const { data: added } = await api.call(addAppUser, { body: person });
  await api.call(bottles.calls.add, { body: { bodyCode: "TW-PHONE-7", unitId: deptId } });
  const [point] = await store.rows<{ id: number }>("select min(id) as id from sampling_point");
  const order = { title: "Change the pump tube", titleZh: "更换泵管", pointId: point?.id ?? 0 };
  const { data: made } = await api.call(addWorkOrder, { body: order });
  await api.call(dispatchWorkOrder, { body: { orderId: made.id, assigneeId: added.userId } });
  await store.rows(
    `insert into sample_delivery (delivery_no, unit_id, to_unit_id, state, handed_at, handed_by, handed_by_id, made_by)
     values ('D-PHONE-1', $1, $1, 'inTransit', now(), 'admin', 1, 'admin')`,
    [deptId],
  );
  await store.close();
  return added.userId;
}

async function logInByCode(page: Page): Promise<void> {
  await page.goto(`${platform.http}/login`);
  await page.getByRole("button", { name: "APP user: log in by code" }).click();
  await page.getByLabel("Phone number or e-mail").fill(phone);
  const before = texts.length;
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByText("If you are an APP user, a code is on its way.").waitFor();
  await expect.poll(() => texts.slice(before).map(({ to }) => to)).toEqual([phone]);
  const code = /\b\d{6}\b/.exec(texts.at(-1)?.text ?? "")?.[0] ?? "";
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL("**/app");
}

const section = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("comes in by a code from a text message, finds a bottle, accepts an order and opens a delivery to receive it", async () => {
  const { page, faults } = await openPage(browser, { viewport: { width: 360, height: 740 } });
  await logInByCode(page);
  await page.getByRole("heading", { name: "Li Na" }).waitFor();
  await section(page, "Water samplers").getByRole("link").first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  const scan = section(page, "Scan a bottle");
  await scan.getByLabel("Bottle code").fill("phone-8");
  await scan.getByRole("button", { name: "Find" }).click();
  await scan.getByText("No bottle with the code phone-8 in your units.").waitFor();
  await scan.getByLabel("Bottle code").fill("TW-PHONE-7");
  await scan.getByRole("button", { name: "Find" }).click();
  await scan.getByText("TW-PHONE-7", { exact: true }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);

  const orders = section(page, "My work orders");
  await orders.getByRole("button", { name: "Accept" }).click();
  await orders.getByRole("button", { name: "On site" }).waitFor();

  await scan.getByRole("link", { name: "TW-PHONE-7" }).click();
  await page.waitForURL("**/laboratory/bottle?bodyCode=TW-PHONE-7");
  await page.getByText("TW-PHONE-7").first().waitFor();
  await page.goto(`${platform.http}/app`);
  await section(page, "Deliveries on the way").getByRole("link", { name: "Receive" }).click();
  await page.getByRole("button", { name: "Receive" }).click();
  await page.getByRole("dialog").getByLabel("Box seal").waitFor();
  expect(faults).toEqual([]);
});

test("is a record with phones, log-ins and operations, whose address is the user's own", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: "/userManagement/appuser" });
  await page.getByText("Li Na").first().click();
  await page.waitForURL(`**/appuser/appu/${userId}`);
  await page.getByRole("heading", { name: "Li Na" }).waitFor();
  await page.getByText("Logged in").first().waitFor();
  await page.getByText("Accept a work order").first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test("comes in by a one-time password where no code reaches them, and chooses a password of their own first", async () => {
  const admin = await enter(browser, platform.http, { at: `/appuser/appu/${userId}` });
  await admin.page.getByRole("button", { name: "Reset password" }).click();
  const reset = admin.page.getByRole("dialog");
  await reset.getByRole("button", { name: "Reset password" }).click();
  const password = await reset.locator(".app-user-password").innerText();
  const { page } = await openPage(browser, { viewport: { width: 360, height: 740 } });
  await page.goto(`${platform.http}/login`);
  await page.getByRole("button", { name: "APP user: log in by code" }).click();
  await page.getByRole("button", { name: "Use a password instead" }).click();
  await page.getByLabel("Phone number or e-mail").fill(phone);
  await page.getByLabel("Password", { exact: true }).fill("not the right one");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByText("Wrong user name or password.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByLabel("One-time password").waitFor();
});

test("loses the session when an administrator disables the account, and no further code is sent", async () => {
  const { page } = await openPage(browser, { viewport: { width: 360, height: 740 } });
  const store = await openDatabaseView(platform);
  await store.rows("update one_time_code set created_at = created_at - interval '2 minutes'");
  await logInByCode(page);
  await store.close();
  const admin = await enter(browser, platform.http, { at: `/appuser/appu/${userId}` });
  await admin.page.getByRole("button", { name: "Disable" }).click();
  await admin.page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await admin.page.getByText("Disabled", { exact: true }).waitFor();
  await page.goto(`${platform.http}/app`);
  await page.waitForURL("**/login**");
});
