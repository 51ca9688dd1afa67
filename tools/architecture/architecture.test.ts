import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../setup/project-root.mjs";
import { seededFaults, soundHouse, standInPackages } from "./fixture/seeded-faults.mjs";
import { floors } from "./floors.mjs";
import { inspectHouse } from "./inspect-house.mjs";
import { findReplacedPhrases } from "./vocabulary.mjs";

type Inspection = Awaited<ReturnType<typeof inspectHouse>>;

describe("the house as it is", () => {
  let house: Inspection;
  beforeAll(async () => {
    house = await inspectHouse(projectRoot);
  }, 300_000);

  test("every file was seen", () => {
    expect(house.files).toBeGreaterThan(20);
    expect(house.modules).toBeGreaterThanOrEqual(house.files);
  });

  test("no import, word or file is where it must not", () => {
    expect(house.faults).toEqual([]);
  });
});

describe("a house with a seeded fault of each kind", () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const build = (files: Record<string, string>) => {
    const root = buildHouse(files);
    folders.push(root);
    return root;
  };

  test("without them it is sound", async () => {
    const { faults, modules, files } = await inspectHouse(build(soundHouse));
    expect(faults).toEqual([]);
    expect(modules).toBe(files);
  });

  test("each is found, in the file where it was sown", async () => {
    const sown = Object.fromEntries(seededFaults.map(({ path, text }) => [path, text]));
    const { faults } = await inspectHouse(
      build({ ...soundHouse, ...sown, "alink/src/topics.test.ts": "export const sample = 1;\n" }),
    );
    for (const { rule, path } of seededFaults) {
      const found = faults.filter((fault) => fault.rule === rule).map(({ where }) => where);
      expect(found.join("\n"), `${rule} in ${path}`).toContain(path);
    }
  });
});

test("a file on the list of unconverted texts leaves the list once its texts are converted", () => {
  const root = buildHouse({
    "alink/src/refusals.ts": 'export const refusal = { en: "The device told nothing." };\n',
    "alink/src/topics.ts": 'export const topic = { en: "The device reported nothing." };\n',
  });
  const code = ["alink/src/refusals.ts", "alink/src/topics.ts"];
  const faults = findReplacedPhrases(root, code, code);
  rmSync(root, { recursive: true, force: true });
  expect(faults.map(({ rule, where }) => [rule, where])).toEqual([
    ["vocabulary-list", "alink/src/topics.ts"],
  ]);
});

test("every floor's name is the name of one workspace", () => {
  const names = floors.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(floors.flatMap(({ imports }) => imports).filter((name) => !names.includes(name))).toEqual([]);
});

function buildHouse(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), "mirrored-house-"));
  const packages = standInPackages.flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" })],
    [`node_modules/${name}/index.js`, "export default 1;\n"],
  ]);
  for (const [path, text] of [...Object.entries(files), ...packages] as [string, string][]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, "node_modules/@tracewater"));
  for (const name of ["contract", "alink"]) {
    symlinkSync(join(root, name), join(root, "node_modules/@tracewater", name));
  }
  return root;
}
