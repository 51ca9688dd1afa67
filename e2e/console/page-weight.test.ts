import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { createApiClient } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
});

test.each([
  { path: "/index", most: 400, can: (page: Page) => page.getByText("Water samplers").nth(1).waitFor() },
  { path: "/device/Sampling", most: 400, can: (page: Page) => page.getByRole("row").nth(1).waitFor() },
  { path: "/visual/situation", most: 650, can: (page: Page) => page.locator(".wall-map canvas").waitFor() },
  { path: "/visual", most: 650, can: (page: Page) => page.locator(".wall-map canvas").waitFor() },
  { path: "/visualMini", most: 180, can: (page: Page) => page.getByRole("img", { name: "Map" }).waitFor() },
])("$path can be used after at most $most kB of scripts and styles", async ({ path, most: maxKb, can }) => {
  const client = createApiClient(platform.http);
  await client.logIn("admin");
  const token = client.authorization().replace("Bearer ", "");
  expect(await weigh({ http: platform.http, path, token, can })).toBeLessThanOrEqual(maxKb);
});

test("the log-in page can be used after at most 85 kB with every way in and its proof of work", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "tw-weight-")), "providers.json");
  const city = { key: "city", name: { en: "The city", zh: "本市" }, issuer: "https://id.example.org" };
  writeFileSync(file, JSON.stringify([{ ...city, clientId: "tracewater", clientSecret: "a secret" }]));
  const { http } = await startPlatform({ env: { OIDC_PROVIDERS_FILE: file, CAPTCHA: "on" } });
  const ways = ["a passkey", "The city"].map((way) => `Log in with ${way}`);
  const names = ["Log in", ...ways, "Log in by QR code", "APP user: log in by code"];
  const can = async (page: Page) => {
    for (const name of names) await page.getByRole("button", { name, exact: true }).waitFor();
    await page.locator("button[type=submit]:enabled").waitFor();
    await page.waitForLoadState("networkidle");
  };
  expect(await weigh({ http, path: "/login", token: null, can })).toBeLessThanOrEqual(85);
});

/** Kilobytes of scripts and styles, packed, that a browser with nothing kept transfers until the page can be used. */
async function weigh(of: {
  http: string;
  path: string;
  token: string | null;
  can: (page: Page) => Promise<void>;
}): Promise<number> {
  const context = await browser.newContext({ locale: "en-US" });
  if (of.token !== null) {
    await context.addCookies([{ name: "Admin-Token", value: of.token, url: of.http }]);
  }
  const files = new Set<string>();
  context.on("response", (response) => {
    const type = response.request().resourceType();
    if (type === "script" || type === "stylesheet") files.add(response.url());
  });
  const page = await context.newPage();
  await page.goto(of.http + of.path);
  await of.can(page);
  const sizes = await Promise.all([...files].map(packedSize));
  await context.close();
  expect(files.size).toBeGreaterThan(3);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

async function packedSize(url: string): Promise<number> {
  // What fetch unpacks is as long as its head says, packed.
  const response = await fetch(url, { headers: { "accept-encoding": "gzip" } });
  await response.arrayBuffer();
  const length = Number(response.headers.get("content-length"));
  // A file of a line or two is no smaller packed.
  if (length > 500) expect(response.headers.get("content-encoding"), url).toBe("gzip");
  return length;
}
