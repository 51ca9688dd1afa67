import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashInputs } from "./input-hash.mjs";
import { bundledWorkspaces, externalPackages } from "./workspaces.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "inputs-"));
  mkdirSync(join(root, "src/deep"), { recursive: true });
  writeFileSync(join(root, "src/deep/a.ts"), "a");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const hash = () => hashInputs(root, ["src", "lock.json"]);

test("contents and names change the hash, times, tests and what is built do not", () => {
  const before = hash();
  utimesSync(join(root, "src/deep/a.ts"), 1, 1);
  writeFileSync(join(root, "src/deep/a.test.ts"), "test");
  mkdirSync(join(root, "src/dist"));
  writeFileSync(join(root, "src/dist/main.js"), "built");
  expect(hash()).toBe(before);

  writeFileSync(join(root, "lock.json"), "{}");
  const withLock = hash();
  renameSync(join(root, "src/deep/a.ts"), join(root, "src/deep/b.ts"));
  const renamed = hash();
  writeFileSync(join(root, "src/deep/b.ts"), "b");
  expect(new Set([before, withLock, renamed, hash()]).size).toBe(4);
});

test("a bundle takes the workspaces it depends on, through others too, and leaves npm's packages outside", () => {
  writeManifest("server", { "@tracewater/contract": "1", fastify: "5" });
  writeManifest("contract", { "@tracewater/alink": "1", zod: "4" });
  writeManifest("alink", {});
  expect(bundledWorkspaces(root, "server")).toEqual(["server", "contract", "alink"]);
  expect(externalPackages(root, "server")).toEqual(["fastify"]);
});

function writeManifest(name: string, dependencies: Record<string, string>) {
  mkdirSync(join(root, name));
  writeFileSync(join(root, name, "package.json"), JSON.stringify({ dependencies }));
}
