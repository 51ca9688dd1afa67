/**
 * Keeps the words that `docs/glossary.md` replaced out of the tree: out of declared names, and out of the texts that
 * people read. The words, the exceptions with their reasons and the files that are still to be converted are in
 * `vocabulary.data.mjs`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { exceptions, notYetConverted, replacedNames, replacedPhrases } from "./vocabulary.data.mjs";

/** @typedef {import("./inspect-house.mjs").Fault} Fault */

/**
 * @param {string} root
 * @param {readonly string[]} code paths under root
 * @returns {Fault[]}
 */
export function findReplacedNames(root, code) {
  return code
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .flatMap((path) => {
      const fileName = path.split("/").at(-1)?.replace(/\..*$/, "") ?? "";
      const named = [...declaredNames(path, readFileSync(join(root, path), "utf8")), toName(fileName)];
      return [...new Set(named)].flatMap((name) => {
        const replaced = replacedNames.find(({ pattern }) => pattern.test(name));
        if (replaced === undefined || isExcepted(name, path)) return [];
        return [
          {
            rule: "vocabulary-name",
            says: `the word was replaced by ${replaced.instead}; see docs/glossary.md`,
            where: `${path}: ${name}`,
          },
        ];
      });
    });
}

/** `alarm-telling` as a name: `alarmTelling`. @param {string} fileName */
function toName(fileName) {
  return fileName.replace(/-(\w)/g, (_, /** @type {string} */ letter) => letter.toUpperCase());
}

/** @param {string} name @param {string} path */
function isExcepted(name, path) {
  return exceptions.some((one) => one.name.test(name) && (one.in === undefined || one.in.test(path)));
}

/**
 * Names that a file declares: functions, classes, types, variables, parameters and properties; not what it imports.
 * @param {string} path
 * @param {string} text
 * @returns {Set<string>}
 */
function declaredNames(path, text) {
  /** @type {Set<string>} */
  const names = new Set();
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kindOf(path));
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (declares(node) && node.name !== undefined && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** @param {string} path */
function kindOf(path) {
  if (path.endsWith("x")) return ts.ScriptKind.TSX;
  return path.endsWith(".mjs") ? ts.ScriptKind.JS : ts.ScriptKind.TS;
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.Node & { name: ts.Node | undefined }}
 */
function declares(node) {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isParameter(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node)
  );
}

/**
 * Phrases in the texts of people: the English locale files, `en:` of sentences in both languages, and documents. A file
 * that is still to be converted is let pass, and has to leave the list once it is.
 * @param {string} root
 * @param {readonly string[]} code paths under root
 * @param {readonly string[]} [pending] the files that are still to be converted
 * @returns {Fault[]}
 */
export function findReplacedPhrases(root, code, pending = notYetConverted) {
  // The seeded faults of the architecture test hold such phrases on purpose.
  const files = [
    ...code.filter((path) => !path.startsWith("tools/architecture/")),
    ...listTexts(root, "console/src"),
    ...listTexts(root, "docs"),
  ];
  /** @type {Fault[]} */
  const faults = [];
  const met = new Set();
  for (const path of files) {
    for (const { line, text } of textsIn(path, readFileSync(join(root, path), "utf8"))) {
      const replaced = replacedPhrases.find(({ pattern }) => pattern.test(text));
      if (replaced === undefined) continue;
      met.add(path);
      if (pending.includes(path)) continue;
      faults.push({
        rule: "vocabulary-text",
        says: `say ${replaced.instead}: ${text.trim().slice(0, 120)}`,
        where: `${path}:${line}`,
      });
    }
  }
  const converted = pending
    .filter((path) => files.includes(path) && !met.has(path))
    .map((path) => ({
      rule: "vocabulary-list",
      says: "none of the replaced phrases is left in it: take it off the list notYetConverted",
      where: path,
    }));
  return [...faults, ...converted];
}

/** English locale files and documents of a folder. @param {string} root @param {string} folder @returns {string[]} */
function listTexts(root, folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listTexts(root, path);
    return /(^|\/)en\.json$|\.md$/.test(path) ? [path] : [];
  });
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {{ line: number, text: string }[]}
 */
function textsIn(path, text) {
  const lines = text.split("\n").map((one, place) => ({ line: place + 1, text: one }));
  if (path.endsWith(".md"))
    return lines.filter(({ text: one }) => !one.startsWith("|") || !/glossary/.test(path));
  // Keys of a locale file stay as they are: only what follows the colon is read by people.
  if (path.endsWith(".json"))
    return lines.map(({ line, text: one }) => ({ line, text: one.replace(/^\s*"[^"]*":/, "") }));
  return lines.flatMap(({ line, text: one }) =>
    [...one.matchAll(/\ben: ?(["`])((?:(?!\1).)*)\1/g)].map((found) => ({ line, text: found[2] ?? "" })),
  );
}
