import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleConfig, createConsolePages } from "./console-pages.ts";

let folder: string;
const facts: Omit<ConsoleConfig, "build"> = {
  brand: "iot",
  title: "IoT management system",
  filing: "京ICP备'$&",
  zone: "Asia/Shanghai",
  captcha: "on",
  publicUrl: "",
  signOn: [],
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tracewater-pages-"));
  const names = ["index", "login", "login.iot.en.on", "login.iot.zh.on", "login.evidence.zh.off"];
  await Promise.all(
    names.map((name) => writeFile(join(folder, `${name}.html`), `<!--tracewater-facts-->${name}`)),
  );
});

afterAll(() => rm(folder, { recursive: true }));

function pageAt(path: string, headers: Record<string, string> = {}, of: Partial<ConsoleConfig> = {}): string {
  const { plain, packed } = createConsolePages(folder, { ...facts, ...of }).pageFor(path, headers, false);
  expect(gunzipSync(packed)).toEqual(plain);
  return plain.toString().replace(/^.*>/, "");
}

test.each([
  [{}, "login.iot.en.on"],
  [{ "accept-language": "zh-CN,zh;q=0.9,en;q=0.8" }, "login.iot.zh.on"],
  [{ "accept-language": "de-DE,de;q=0.9,zh;q=0.5" }, "login.iot.zh.on"],
  [{ "accept-language": "zh-CN", cookie: "a=b; tracewater-language=en" }, "login.iot.en.on"],
  [{ "accept-language": "en", cookie: "tracewater-language=zh" }, "login.iot.zh.on"],
])("the log-in page is drawn in the language of %j", (headers, name) => {
  expect(pageAt("/login", headers)).toBe(name);
});

test("brand and captcha choose the drawing; without one the plain page is sent", () => {
  expect(pageAt("/login", { "accept-language": "zh" }, { brand: "evidence", captcha: "off" })).toBe(
    "login.evidence.zh.off",
  );
  expect(pageAt("/login", {}, { brand: "evidence", captcha: "off" })).toBe("login");
});

test("who has a token sees no form before they are sent on; other addresses get their own page", () => {
  expect(pageAt("/login", { cookie: "Admin-Token=abc" })).toBe("login");
  expect(pageAt("/setup")).toBe("login");
  expect(pageAt("/device/Sampling")).toBe("index");
});

test("where passwords open no session the page comes without a form to type one into, and says so", () => {
  const { plain } = createConsolePages(folder, facts).pageFor("/login", {}, true);
  expect(plain.toString()).toMatch(/"signOnOnly":true.*>login$/);
});

test("the facts are in the page as they are, whatever letters they hold", () => {
  const { plain } = createConsolePages(folder, facts).pageFor("/index", {}, false);
  expect(plain.toString()).toContain("京ICP备&#39;$&amp;");
});
