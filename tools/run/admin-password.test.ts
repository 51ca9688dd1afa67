import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { adminPassword, generatePassword } from "./admin-password.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "demo-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("is made once, kept for its owner alone and read again", () => {
  const first = adminPassword(folder, {});
  expect(first.origin).toBe("new");
  expect(readFileSync(first.path, "utf8")).toBe(`${first.password}\n`);
  expect(statSync(first.path).mode & 0o777).toBe(0o600);
  expect(adminPassword(folder, {})).toEqual({ ...first, origin: "kept" });
});

test("a given one is taken and kept nowhere", () => {
  const given = adminPassword(folder, { ADMIN_PASSWORD: "a long enough one" });
  expect(given).toMatchObject({ password: "a long enough one", origin: "given" });
  expect(adminPassword(folder, {}).origin).toBe("new");
});

test("has 20 characters, none of them read for another", () => {
  const made = Array.from({ length: 50 }, generatePassword);
  for (const password of made) expect(password).toMatch(/^[^0Oo1Iil2Zz5Ss8BUuVv\W_]{20}$/);
  expect(new Set(made).size).toBe(50);
});
