/** Follows the steps of a page of docs/how-to in a copy of the tree. */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "../setup/project-root.mjs";

/**
 * A fence of a page: a new file ("ts path"), an edit of one ("ts path after \"anchor\""), or a command ("sh").
 * @typedef {{ kind: "new", path: string, text: string }} NewFile
 * @typedef {{ kind: "before" | "after" | "replace", path: string, anchor: string, text: string }} Edit
 * @typedef {{ kind: "run", project: string, files: string[] }} Run
 * @typedef {NewFile | Edit | Run} Step
 */

const fence = /^```(\S+)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm;

/**
 * @param {string} page Markdown
 * @returns {Step[]} in the order of the page; fences without a path are examples for the reader and give none
 */
export function stepsOf(page) {
  return [...page.matchAll(fence)].flatMap(([, language = "", info = "", text = ""]) =>
    stepsOfFence(language, info, text),
  );
}

/** @param {string} language @param {string} info @param {string} text @returns {Step[]} */
function stepsOfFence(language, info, text) {
  if (language === "sh") return runsOf(text);
  if (info === "") return [];
  const [, path = "", kind = "new", anchor = ""] =
    /^(\S+)(?: (before|after|replace) "(.+)")?$/.exec(info) ?? [];
  if (path === "") throw new Error(`The fence "${language} ${info}" is neither a new file nor an edit.`);
  return [/** @type {NewFile | Edit} */ ({ kind, path, anchor, text })];
}

/** @param {string} text @returns {Run[]} */
function runsOf(text) {
  return [...text.matchAll(/^npx vitest run --project (\S+) (.+)$/gm)].map(
    ([, project = "", files = ""]) => ({
      kind: "run",
      project,
      files: files.split(" "),
    }),
  );
}

/** A copy of the tree without what is built, with the same packages. @returns {string} its folder */
export function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), "tracewater-how-to-"));
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: projectRoot });
  for (const path of listed.toString("utf8").split("\0")) {
    if (path === "" || !existsSync(join(projectRoot, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(join(projectRoot, path), join(copy, path));
  }
  linkPackages(copy);
  return copy;
}

/** Packages are linked; our own workspaces are those of the copy. @param {string} copy */
function linkPackages(copy) {
  for (const folder of ["", ...readdirSync(copy)]) {
    const packages = join(projectRoot, folder, "node_modules");
    if (!existsSync(packages)) continue;
    mkdirSync(join(copy, folder, "node_modules"));
    for (const name of readdirSync(packages)) {
      if (name.startsWith(".") || name === "@tracewater") continue;
      symlinkSync(join(packages, name), join(copy, folder, "node_modules", name));
    }
  }
  const own = join(projectRoot, "node_modules", "@tracewater");
  mkdirSync(join(copy, "node_modules", "@tracewater"));
  for (const name of readdirSync(own))
    symlinkSync(join(copy, name), join(copy, "node_modules/@tracewater", name));
}

/**
 * Does what a reader would do by hand.
 * @param {string} root folder of the copy
 * @param {NewFile | Edit} step
 */
export function applyStep(root, step) {
  const path = join(root, step.path);
  if (step.kind === "new") {
    if (existsSync(path)) throw new Error(`${step.path} exists already.`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, step.text);
    return;
  }
  writeFileSync(path, edited(readFileSync(path, "utf8"), step));
}

/**
 * Whole lines before, after or in place of the one line that contains the anchor.
 * @param {string} text
 * @param {Edit} edit
 * @returns {string}
 */
export function edited(text, { kind, path, anchor, text: added }) {
  const lines = text.split("\n");
  const found = lines.flatMap((line, at) => (line.includes(anchor) ? [at] : []));
  const [at] = found;
  if (at === undefined || found.length > 1)
    throw new Error(`${path} has ${found.length} lines with "${anchor}".`);
  lines.splice(kind === "after" ? at + 1 : at, kind === "replace" ? 1 : 0, added.replace(/\n$/, ""));
  return lines.join("\n");
}

/** @param {Step} step @returns {step is NewFile | Edit} */
export function isChange(step) {
  return step.kind !== "run";
}
