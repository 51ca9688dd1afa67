import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { editRegistries, registryPaths, wholePatch } from "@tracewater/contract/generator/edit-registries";
import { generateFiles } from "@tracewater/contract/generator/generate-files";
import { threeModels } from "@tracewater/contract/generator/three-ways.fixture";
import { expect, onTestFinished, test } from "vitest";
import { copyTree } from "../docs/follow-how-to.mjs";
import { runChild } from "../setup/run-child.mjs";

/** What a person does with the archives: unpack, apply the patch, check, test. */
const checks = [
  ["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
  ["typescript/bin/tsc", "-p", "tsconfig.json"],
  ["typescript/bin/tsc", "-p", "console/tsconfig.json"],
  ["knip/bin/knip.js"],
] as const;

const unitTests = ["console/src/app/i18n/locales.test.ts", "contract/src/declared-calls.test.ts"];
const serverTests = [
  ...["resource-tables", "every-export", "contract", "access-matrix"].map(
    (name) => `server/src/app/${name}.test.ts`,
  ),
  ...["menu", "role-rights"].map((name) => `server/src/features/system/menu/${name}.test.ts`),
];

test("three resources, of a table, of a sheet and of units, are whole with no edit", async () => {
  const root = copyTree();
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const own = threeModels().flatMap((model) => unpack(root, model));
  const run = (script: string, ...args: string[]) =>
    runChild([process.execPath, join(root, script), ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1" },
    });
  for (const [script, ...args] of checks) {
    const { code, output } = await run(`node_modules/${script}`, ...args);
    expect(code, output).toBe(0);
  }
  const house = await run("tools/architecture/check.mjs");
  expect(house.code, house.output).toBe(0);
  for (const [project, files] of [
    ["unit", unitTests] as const,
    ["server", [...own, ...serverTests]] as const,
  ]) {
    const args = ["run", "--project", project, "--retry", "0", ...files];
    const { code, output } = await run("node_modules/vitest/vitest.mjs", ...args);
    expect(code, output).toBe(0);
  }
});

/** Its files, and the patch as `git apply` takes it; gives the tests that came. */
function unpack(root: string, model: ReturnType<typeof threeModels>[number]): string[] {
  const files = generateFiles(model);
  for (const { path, text } of files) {
    expect(existsSync(join(root, path)), path).toBe(false);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const texts = new Map(registryPaths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const changes = editRegistries(model, texts);
  expect(changes.filter(({ reason }) => reason !== "none")).toEqual([]);
  execFileSync("git", ["apply", "-"], { cwd: root, input: wholePatch(model, changes) });
  for (const { path, text } of changes) expect(readFileSync(join(root, path), "utf8"), path).toBe(text);
  return files.map(({ path }) => path).filter((path) => path.endsWith(".test.ts"));
}
