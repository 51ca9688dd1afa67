import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../setup/project-root.mjs";
import { runChild } from "../setup/run-child.mjs";
import { applyStep, copyTree, isChange, type Step, stepsOf } from "./follow-how-to.mjs";

const folder = join(projectRoot, "docs/how-to");
const pages = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
const stepsOfPage = (name: string) => stepsOf(readFileSync(join(folder, name), "utf8"));
const programs = ["tsconfig.json", "console/tsconfig.json"];

function copied(): string {
  const root = copyTree();
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** The compiler's errors in the copy, by file. */
async function compile(root: string): Promise<Map<string, string>> {
  const outputs = [];
  for (const program of programs) outputs.push(await run(root, ["typescript/bin/tsc", "-p", program]));
  const errors = outputs.flatMap(({ output }) => [...output.matchAll(/^(\S+?)\(\d+,\d+\): error .*$/gm)]);
  return new Map(errors.map(([line, path = ""]) => [path, line]));
}

function run(root: string, [script = "", ...args]: readonly string[]) {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  return runChild([process.execPath, join(root, "node_modules", script), ...args], { cwd: root, env });
}

async function runTests(root: string, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step.kind !== "run") continue;
    const args = ["vitest/vitest.mjs", "run", "--project", step.project, "--retry", "0", ...step.files];
    const { code, output } = await run(root, args);
    expect(code, output).toBe(0);
  }
}

describe.each(pages)("docs/how-to/%s", (page) => {
  const steps = stepsOfPage(page);
  const changes = steps.filter(isChange);

  test("leads to a tree that compiles and whose named tests pass", async () => {
    const root = copied();
    expect(steps.length).toBeGreaterThan(changes.length);
    for (const change of changes) applyStep(root, change);
    expect([...(await compile(root)).values()]).toEqual([]);
    await runTests(root, steps);
  });
});

/** A text that is missing is named by the modules that ask for it. */
const isEditOfModule = ({ kind, path }: { kind: string; path: string }) =>
  kind !== "new" && !path.endsWith(".json");

describe("A new device family", () => {
  const changes = stepsOfPage("add-a-device-family.md").filter(isChange);
  const [first, ...others] = changes;

  test("touches at most ten files", () => {
    expect(new Set(changes.map(({ path }) => path)).size).toBeLessThanOrEqual(10);
  });

  test("is asked for by the compiler in every module that has to know it", async () => {
    const root = copied();
    if (first !== undefined) applyStep(root, first);
    const named = await compile(root);
    const known = [...new Set(others.filter(isEditOfModule).map(({ path }) => path))];
    expect(known.length).toBeGreaterThan(3);
    expect(known.filter((path) => !named.has(path) && !named.has(path.replace(/^console\//, "")))).toEqual(
      [],
    );
  });
});
