/**
 * The figures of the tree at a commit, for the table in docs/house.md: `node tools/architecture/measure-house.mjs [commit ...]`.
 * Each commit is unpacked next to the caches and read with the functions of today, so that two are comparable.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { projectRoot } from "../setup/project-root.mjs";
import { groupDuplicates } from "./duplicates.mjs";
import { floors } from "./floors.mjs";
import { measureFunctions } from "./function-lengths.mjs";
import { isTest, listSources } from "./source-files.mjs";
import { findTwoWayFeatures } from "./two-way-features.mjs";

const commits = process.argv.slice(2);
const columns = (commits.length === 0 ? ["HEAD"] : commits).map((commit) => measureCommit(commit));
for (const name of Object.keys(columns[0] ?? {}))
  console.log(`| ${[name, ...columns.map((one) => one[name] ?? "")].join(" | ")} |`);

/** @param {string} commit @returns {Record<string, string | number>} */
function measureCommit(commit) {
  const root = mkdtempSync(join(tmpdir(), "tracewater-house-"));
  try {
    const archive = join(root, "tree.tar");
    mkdirSync(join(root, "tree"));
    execFileSync("git", ["archive", "-o", archive, commit], { cwd: projectRoot });
    execFileSync("tar", ["-xf", archive, "-C", join(root, "tree")]);
    return { figure: commit, ...measureTree(join(root, "tree")) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** @param {string} root @returns {Record<string, string | number>} */
function measureTree(root) {
  const files = floors
    .flatMap(({ name }) => listSources(root, name))
    .filter((path) => !path.endsWith(".css") && !path.endsWith(".d.ts"));
  const texts = new Map(files.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const own = files.filter((path) => !isTest(path) && !/\.data\.(ts|mjs)$/.test(path));
  const lines = own.map((path) => linesOf(texts.get(path) ?? "")).sort((a, b) => a - b);
  const functions = own
    .filter((path) => !path.startsWith("server/migrations/"))
    .flatMap((path) => measureFunctions(path, texts.get(path) ?? ""));
  const modules = files.map((source) => ({ source, dependencies: importsOf(source, texts) }));
  return {
    "files of source, without tests and tables of constants": own.length,
    "lines, median": lines[Math.floor(lines.length / 2)] ?? 0,
    "lines, p95": lines[Math.floor(lines.length * 0.95)] ?? 0,
    "lines, longest": lines.at(-1) ?? 0,
    "files over 300 lines": lines.filter((one) => one > 300).length,
    "functions over 60 lines of their own": functions.filter(({ own: length }) => length > 60).length,
    "files in or between circles of imports": countInCircles(modules),
    "pairs of features that import each other": findTwoWayFeatures(modules).length,
    "groups of the same function": groupDuplicates(root, files).length,
    ...testsByWorkspace(files, texts),
  };
}

/** @param {string} text */
function linesOf(text) {
  return text.trimEnd().split("\n").length;
}

/** Those that load something: imports of types have no part in circles. @param {string} source @param {Map<string, string>} texts */
function importsOf(source, texts) {
  const found = (texts.get(source) ?? "").matchAll(
    /^(?:import|export)\s(?!type\b)[^"';]*?from\s+"([^"]+)"/gm,
  );
  return [...found].flatMap(([, target = ""]) => {
    const own = /^@tracewater\/(\w+)\/(.+)$/.exec(target);
    const path = own === null ? normalize(join(dirname(source), target)) : `${own[1]}/src/${own[2]}.ts`;
    return target.startsWith(".") || own !== null ? [{ resolved: path }] : [];
  });
}

/**
 * Files from which imports lead back to themselves: those that stay when one takes away, again and again, what imports
 * nothing of the rest and what nothing of the rest imports.
 * @param {readonly { source: string, dependencies: readonly { resolved: string }[] }[]} modules
 */
function countInCircles(modules) {
  const rest = new Map(
    modules.map((one) => [one.source, new Set(one.dependencies.map((to) => to.resolved))]),
  );
  for (let before = -1; before !== rest.size; ) {
    before = rest.size;
    const imported = new Set([...rest.values()].flatMap((targets) => [...targets]));
    for (const [source, targets] of rest) {
      if (!imported.has(source) || ![...targets].some((target) => rest.has(target))) rest.delete(source);
    }
  }
  return rest.size;
}

/** Calls of `test` as they are written: one of a table counts once. @param {readonly string[]} files @param {Map<string, string>} texts */
function testsByWorkspace(files, texts) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { name } of floors) {
    const tests = files.filter((path) => path.startsWith(`${name}/`) && /\.test\.tsx?$/.test(path));
    const count = tests.flatMap((path) => [
      ...(texts.get(path) ?? "").matchAll(/^\s*(?:test|it)(?:\.\w+)*\(/gm),
    ]).length;
    counts[`tests of ${name}, as written`] = count;
  }
  return counts;
}
