import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { editRegistries, registryPaths, wholePatch } from "@tracewater/contract/generator/edit-registries";
import { type GeneratedFile, generateFiles } from "@tracewater/contract/generator/generate-files";
import { widthOf } from "@tracewater/contract/generator/layout";
import { defaultsOf } from "@tracewater/contract/generator/model-defaults";
import {
  batteries,
  carriers,
  hostileTexts,
  keptModel,
  randomModel,
} from "@tracewater/contract/generator/models.fixture";
import { modelArea, type ResourceModel, resourceModel } from "@tracewater/contract/generator/resource-model";
import ts from "typescript";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../setup/project-root.mjs";

/** The files in a folder of their own, each model below a name. */
function write(models: readonly ResourceModel[]): string {
  const folder = mkdtempSync(join(tmpdir(), "tracewater-generated-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  models.forEach((model, at) => {
    for (const { path, text } of generateFiles(model)) {
      const target = join(folder, String(at), path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
  });
  const { vcs: _, ...config } = JSON.parse(readFileSync(join(projectRoot, "biome.json"), "utf8"));
  // A page exports by default, wherever this folder puts it.
  config.overrides[0].includes.push("**/*.page.tsx");
  writeFileSync(join(folder, "biome.json"), JSON.stringify(config));
  return folder;
}

function check(folder: string): string {
  const command = join(projectRoot, "node_modules/@biomejs/biome/bin/biome");
  // The folders alone: the configuration itself is not generated.
  const folders = readdirSync(folder).filter((name) => /^\d+$/.test(name));
  try {
    execFileSync(process.execPath, [command, "check", "--error-on-warnings", ...folders], {
      cwd: folder,
      stdio: "pipe",
    });
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
    return `${stderr}${stdout}`.slice(0, 4000);
  }
}

/** What the compiler's parser says of a file; nothing where it is right. */
function faultsOfText({ path, text }: GeneratedFile): string[] {
  if (path.endsWith(".md")) return [];
  if (path.endsWith(".json")) return typeof JSON.parse(text) === "object" ? [] : ["no object"];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true) as ts.SourceFile & {
    parseDiagnostics: ts.Diagnostic[];
  };
  return source.parseDiagnostics.map(({ messageText }) => `${path}: ${JSON.stringify(messageText)}`);
}

/** Every text that a file holds as a literal. */
function textsIn({ path, text }: GeneratedFile): Set<string> {
  const found = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) found.add(node.text);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true));
  return found;
}

const chance = (count: number) =>
  Array.from({ length: count }, (_, seed) => keptModel(randomModel(seed))).filter((one) => one !== null);

test("every file of a resource is what the formatter and the linter leave as it is", () => {
  expect(check(write([carriers, batteries]))).toBe("");
});

test("models made up by chance, with hostile texts, give files that are formatted, too", () => {
  const models = chance(150);
  expect(models.length).toBeGreaterThan(75);
  expect(check(write(models))).toBe("");
});

test("no line is wider than 110 columns", () => {
  const wide = [carriers, batteries, ...chance(300)].flatMap((model) =>
    generateFiles(model).flatMap(({ path, text }) =>
      text.split("\n").flatMap((line) => (widthOf(line) > 110 ? [`${path}: ${line}`] : [])),
    ),
  );
  expect(wide).toEqual([]);
});

test("whatever a model holds, its files parse, and lie below the folders of the repository", () => {
  for (const model of chance(600)) {
    for (const file of generateFiles(model)) {
      expect(faultsOfText(file)).toEqual([]);
      expect(file.path).toMatch(/^((contract|server|console)\/[a-z0-9/.-]+|[a-z0-9-]+-README\.md)$/);
      expect(file.path).not.toContain("..");
    }
  }
});

test("a hostile text is the same text in the files, or is refused with its place", () => {
  for (const text of hostileTexts) {
    const label = { ...carriers, title: { en: text, zh: text } };
    expect(resourceModel.safeParse(label).success, text).toBe(true);
    const labels = generateFiles(label).find(({ path }) => path.endsWith("carrier-labels.ts"));
    expect(labels === undefined ? [] : [...textsIn(labels)]).toContain(text);
  }
  for (const text of [
    "a\u0000b",
    "a\nb",
    "\u202eabc",
    "a\u200bb",
    "\ud800",
    "x".repeat(200),
    "电".repeat(31),
    " ",
  ]) {
    const refused = resourceModel.safeParse({ ...carriers, title: { en: text, zh: "标题" } });
    expect(refused.error?.issues.map(({ path }) => path.join("."))).toContain("title.en");
  }
});

test.each([
  ["one", "class"],
  ["one", "Promise"],
  ["one", "../Carrier"],
  ["many", "Carrier"],
  ["table", "select"],
  ["table", "menu; drop table menu"],
  ["key", "constructor"],
  ["path", "/v2/admin/../carrier"],
  ["permission", "field"],
  ["menuPath", "/a/:b"],
  ["migration", "90"],
  ["unique", "nothing"],
  ["within", "nothing"],
] as const)("a model whose %s is %s is refused by that name", (name, value) => {
  const refused = resourceModel.safeParse({ ...carriers, [name]: value });
  expect(refused.error?.issues.map(({ path }) => path[0])).toContain(name);
});

test.each([
  ["name", { name: "Name" }],
  ["name", { name: "pageNum" }],
  ["name", { name: "unitName" }],
  ["name", { name: "a".repeat(31) }],
  ["search", { search: "choice" }],
  ["initial", { initial: "x".repeat(300) }],
] as const)("a field is refused at its %s", (at, part) => {
  const fields = carriers.fields.map((field) => (field.name === "title" ? { ...field, ...part } : field));
  const refused = resourceModel.safeParse({ ...carriers, fields });
  expect(refused.error?.issues.map(({ path }) => path.join("."))).toContain(`fields.6.${at}`);
});

test("the preview of thirty columns takes less than 100 ms of a keystroke", () => {
  const [name, ...others] = carriers.fields;
  const more = Array.from({ length: 30 - carriers.fields.length }, (_, at) => ({
    ...(others.find(({ kind }) => kind === "choice") ?? name),
    name: `choice${at}`,
  }));
  const model = { ...carriers, fields: [...carriers.fields, ...more] } as ResourceModel;
  const texts = new Map(registryPaths.map((path) => [path, readFileSync(join(projectRoot, path), "utf8")]));
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    expect(resourceModel.safeParse(model).success).toBe(true);
    expect(generateFiles(model).length).toBeGreaterThan(10);
    expect(editRegistries(model, texts).every(({ reason }) => reason === "none")).toBe(true);
    return performance.now() - start;
  });
  expect(times.sort((a, b) => a - b)[7]).toBeLessThan(100);
});

test.each(modelArea.options)(
  "the registries of the area %s take a resource, and a patch of them applies",
  (area) => {
    const model = { ...defaultsOf(batteries, area), migration: "0930" };
    const texts = new Map(registryPaths.map((path) => [path, readFileSync(join(projectRoot, path), "utf8")]));
    const changes = editRegistries(model, texts);
    expect(changes.filter(({ reason }) => reason !== "none").map(({ path }) => path)).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), "tracewater-patch-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    execFileSync("git", ["apply", "-"], { cwd: folder, input: wholePatch(model, changes) });
    for (const { path, text } of changes) expect(readFileSync(join(folder, path), "utf8")).toBe(text);
  },
);

test("a registry without its place is named, a name that is in use too, and neither is changed", () => {
  const texts = new Map([
    ["contract/src/declared-calls.ts", 'import * as carriers from "./field/carriers.ts";\n'],
    ["server/src/platform/store/tables.ts", "nothing of the kind\n"],
  ]);
  const changes = editRegistries(carriers, texts);
  const reasonOf = (path: string) => changes.find((one) => one.path === path);
  expect(reasonOf("contract/src/declared-calls.ts")).toMatchObject({ reason: "taken", text: null });
  expect(reasonOf("server/src/platform/store/tables.ts")).toMatchObject({ reason: "place", text: null });
  expect(reasonOf("server/src/platform/store/migrator.ts")).toMatchObject({ reason: "unknown", text: null });
  expect(wholePatch(carriers, changes)).toContain("by hand: server/src/platform/store/tables.ts");
});
