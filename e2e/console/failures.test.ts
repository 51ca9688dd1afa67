import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, openPage } from "../journey/browser.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { api, enter, logIn, menuLink } from "./visitor.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
});

/** Answers a call in the server's stead with an HTTP status or an envelope. */
async function answer(page: Page, path: string, status: number, body: object, headers = {}): Promise<void> {
  await page.route(api(path), (route) =>
    route.fulfill({ status, headers: { "content-type": "application/json", ...headers }, json: body }),
  );
}

const list = "/v2/admin/device/waterSample/list*";

test("many calls that meet an expired session open one dialog, and what was typed stays behind it", async () => {
  const { page } = await enter(browser, platform.http, { at: "/device/Sampling" });
  const field = page.getByPlaceholder("Device or nickname");
  await field.fill("half a word");
  await answer(page, "/v2/**", 200, { code: 401, msg: "over" });
  // Not clicked, for the dialog covers the button from the second time on.
  for (let time = 0; time < 4; time++) {
    await page.getByRole("button", { name: "Refresh", includeHidden: true }).dispatchEvent("click");
  }
  const text = "Login status has expired, you may stay on this page or log in again";
  await page.getByText(text).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText(text).waitFor({ state: "hidden" });
  expect(await field.inputValue()).toBe("half a word");

  // Who stays is not asked again by what the page fetches on its own; a reload asks, and this time they go.
  await page.reload();
  await page.getByText(text).waitFor();
  await page.getByRole("button", { name: "Re-login" }).click();
  await page.waitForURL("**/login?redirect=%2Findex");
  expect((await page.context().cookies()).some(({ name, value }) => name === "Admin-Token" && value)).toBe(
    false,
  );
});

test("444 asks for the authorization code, and a success logs out a second later", async () => {
  const { page } = await enter(browser, platform.http);
  let sent: unknown;
  await page.route(api("/v2/admin/system/user/addAuthCode"), (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ json: { code: 200, msg: "success" } });
  });
  await answer(page, list, 444, { code: 444, msg: "" });
  await menuLink(page, "Water samplers").click();
  const prompt = page.getByRole("dialog", { name: "unauthorized" });
  const field = prompt.getByLabel("please enter the authorization code");
  await field.waitFor();
  expect(await prompt.getByRole("button", { name: "Confirm" }).isDisabled()).toBe(true);
  await field.fill(" any text at all ");
  await prompt.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("authorization succeeded").waitFor();
  const began = performance.now();
  await page.waitForURL("**/login?redirect=%2Findex");
  expect(performance.now() - began).toBeGreaterThan(700);
  expect(sent).toEqual({ authorizationCode: " any text at all " });
});

test("a lost network and a restarting server are announced and heal without a reload", async () => {
  const { page } = await enter(browser, platform.http, { at: "/device/Sampling" });
  const field = page.getByPlaceholder("Device or nickname");
  await field.fill("still here");
  await page.evaluate("void (window.wasNeverReloaded = true)");
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("Connection restored.").waitFor();

  const port = new URL(platform.http).port;
  await platform.stop();
  await page.getByText("The server cannot be reached.").waitFor();
  await page.getByRole("button", { name: "Refresh" }).click();
  platform = await startPlatform({ dataDir: platform.dataDir, env: { HTTP_PORT: port } });
  await page.getByText("Connection restored.").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByText("No water samplers yet").or(page.getByRole("row")).first().waitFor();
  expect(await field.inputValue()).toBe("still here");
  expect(await page.evaluate("window.wasNeverReloaded === true")).toBe(true);
});

test("no answer, a late answer and an answer without a code", async () => {
  const { page } = await openPage(browser);
  // A hundred seconds are a moment here; what the console asked for is kept, with what it asks the server it misses.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const asked: number[] = [];
    Reflect.set(globalThis, "askedMs", asked);
    AbortSignal.timeout = (ms) => {
      asked.push(ms);
      return timeout(ms === 100_000 ? Number(Reflect.get(globalThis, "waitMs") ?? ms) : ms);
    };
  });
  await page.goto(`${platform.http}/login?redirect=%2Fdevice%2FSampling`);
  await logIn(page);
  const refresh = page.getByRole("button", { name: "Refresh" });
  await page.getByText("in total").waitFor();
  const said = page.getByRole("status");
  await page.route(api(list), (route) => route.abort("connectionreset"));
  await refresh.dispatchEvent("click");
  await said.getByText("backend interface connection abnormal", { exact: true }).waitFor();
  await page.unroute(api(list));

  await page.evaluate("globalThis.askedMs.length = 0; globalThis.waitMs = 300");
  await page.route(api(list), () => undefined);
  await refresh.dispatchEvent("click");
  await said.getByText("system interface request timed out", { exact: true }).waitFor();
  expect(await page.evaluate("globalThis.askedMs")).toContain(100_000);
  await page.evaluate("globalThis.waitMs = undefined");
  await page.unroute(api(list));

  const counts = { online: 0, offline: 0, notActivated: 0, disabled: 0, retired: 0 };
  const json = { rows: [], total: 4711, isMore: false, counts, beyond: [] };
  await page.route(api(list), (route) => route.fulfill({ json }));
  await refresh.dispatchEvent("click");
  await page.getByText("4,711 in total").waitFor();
});

test("a button whose work was refused is ready again although the browser never ends a movement", async () => {
  const { page } = await enter(browser, platform.http, { at: "/system/post" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^New / });
  await dialog.getByLabel("Position name", { exact: true }).fill("Sampling");
  await dialog.getByLabel("Position code", { exact: true }).fill("sampling");
  await answer(page, "/v2/admin/system/post", 200, { code: 500, msg: "refused" });
  // As on a machine that is too busy to draw.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Animation.enable");
  await devTools.send("Animation.setPlaybackRate", { playbackRate: 0 });
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await save.dispatchEvent("click");
  await dialog.getByText("refused").waitFor();
  await expect.poll(() => save.count()).toBe(1);
});
