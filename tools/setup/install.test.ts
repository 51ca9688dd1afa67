import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { explainFailure } from "./install.mjs";
import { packagesMatchLock } from "./installed-packages.mjs";
import { requireNode } from "./node-version.mjs";
import { npmEnvironment } from "./npm.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "checkout-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("packages and lock file", () => {
  const linux = { os: "linux", cpu: "x64", libc: "glibc" };
  const zod = { "node_modules/zod": { version: "4.0.0" } };
  const native = (os: string, cpu: string) => ({
    [`node_modules/native-${os}-${cpu}`]: { version: "1.0.0", optional: true, os: [os], cpu: [cpu] },
  });

  test("agree when each locked package is there in its version", () => {
    write(zod, zod);
    expect(packagesMatchLock(root, linux)).toBe(true);
  });

  test("disagree on another version, on a missing package and without any record", () => {
    write(zod, { "node_modules/zod": { version: "3.9.9" } });
    expect(packagesMatchLock(root, linux)).toBe(false);
    write({ ...zod, "node_modules/vitest": { version: "4.0.0", dev: true } }, zod);
    expect(packagesMatchLock(root, linux)).toBe(false);
    rmSync(join(root, "node_modules"), { recursive: true });
    expect(packagesMatchLock(root, linux)).toBe(false);
  });

  test("want the optional packages of this platform and of no other", () => {
    write({ ...zod, ...native("darwin", "arm64") }, zod);
    expect(packagesMatchLock(root, linux)).toBe(true);
    write({ ...zod, ...native("linux", "x64") }, zod);
    expect(packagesMatchLock(root, linux)).toBe(false);
  });

  function write(locked: Record<string, object>, installed: Record<string, object>) {
    rmSync(join(root, "node_modules"), { recursive: true, force: true });
    writeFile("package-lock.json", { packages: { "": {}, alink: {}, ...locked } });
    writeFile("node_modules/.package-lock.json", { packages: installed });
    for (const path of Object.keys(installed)) writeFile(`${path}/package.json`, {});
  }

  function writeFile(path: string, content: object) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  }
});

test("npm gets no setting that would leave packages out", () => {
  const env = npmEnvironment({
    NODE_ENV: "production",
    npm_config_omit: "dev",
    NPM_CONFIG_PRODUCTION: "true",
    npm_config_ignore_scripts: "true",
    npm_config_registry: "https://registry.example.org",
    npm_config_cache: tmpdir(),
    PATH: "/bin",
  });
  expect(env).toEqual({
    npm_config_registry: "https://registry.example.org",
    npm_config_cache: tmpdir(),
    PATH: "/bin",
  });
});

describe("failures are reported in a sentence", () => {
  test("an old Node", () => {
    expect(() => requireNode("v20.18.3")).toThrow(
      "needs Node 20.19 or newer (24 is recommended). This is Node v20.18.3",
    );
    expect(() => requireNode("v18.20.0")).toThrow();
    for (const version of ["v20.19.0", "v22.0.0", "v24.1.0"]) requireNode(version);
  });

  test("no network names the registry", () => {
    const said = "npm error code ENOTFOUND\nnpm error request to https://registry.npmjs.org/zod failed";
    expect(explainFailure(1, said)).toContain("https://registry.npmjs.org cannot be reached");
  });

  test("anything else shows what npm said", () => {
    expect(explainFailure(1, "npm error code EWHATEVER")).toContain("EWHATEVER");
    expect(explainFailure(127, "spawn npm ENOENT")).toContain("npm was not found");
  });
});
