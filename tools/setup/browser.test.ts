import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { browserPlaces, ensureBrowser } from "./browser.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "browser-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a browser named by CHROMIUM_PATH is taken when it starts", async () => {
  const path = fakeProgram("chromium", "echo Chromium 140.0.1");
  await expect(ensureBrowser({ CHROMIUM_PATH: path })).resolves.toBe(path);
});

test("one that does not start is refused by its name", async () => {
  const path = fakeProgram("chromium", "echo 'install the snap'; exit 1");
  await expect(ensureBrowser({ CHROMIUM_PATH: path })).rejects.toThrow(`CHROMIUM_PATH is set to ${path}`);
});

test("on PATH, one that does not start is passed over for one that does", async () => {
  fakeProgram("chromium", "exit 1");
  const path = fakeProgram("google-chrome", "echo Google Chrome 140.0.1");
  expect(browserPlaces({ PATH: folder }).indexOf(path)).toBeGreaterThan(0);
  const systemToo = await ensureBrowser({ PATH: folder });
  expect(systemToo).not.toBe(join(folder, "chromium"));
});

function fakeProgram(name: string, script: string) {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}
