/**
 * Functions that are defined more than once, word for word: their parameters and bodies are the same, whatever they are
 * called. Each gets one home; until then it is on the list, which only shrinks.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { knownDuplicates } from "./duplicates.data.mjs";
import { isTest } from "./source-files.mjs";

/** @typedef {import("./inspect-house.mjs").Fault} Fault */

/** Shorter ones say less than an import of them would: characters without white space. */
const minLength = 90;

/** @param {string} root @param {readonly string[]} files @returns {Fault[]} */
export function findDuplicates(root, files) {
  const groups = groupDuplicates(root, files);
  const surplus = groups.filter(({ key }) => !(key in knownDuplicates));
  return [
    ...surplus.map(({ key, places }) => ({
      rule: "duplicate",
      says: `the same function ${places.length} times (${key}): give it one home`,
      where: places.join(", "),
    })),
    ...groups
      .filter(({ key, places }) => places.length > (knownDuplicates[key]?.length ?? places.length))
      .map(({ key, places }) => ({
        rule: "duplicate",
        says: `is on the list of duplicates (${key}) and has one more now`,
        where: places.join(", "),
      })),
    ...Object.entries(knownDuplicates)
      .filter(([key, places]) => files.includes(places[0] ?? "") && !groups.some((one) => one.key === key))
      .map(([key, places]) => ({
        rule: "duplicate",
        says: `${key} has one home now: take it off the list`,
        where: places.join(", "),
      })),
  ];
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {{ key: string, places: string[] }[]} with the paths, the most frequent first
 */
export function groupDuplicates(root, files) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const path of files) {
    if (isTest(path) || !/\.(tsx?|mjs)$/.test(path) || /^server\/migrations\/|\/fixture\//.test(path))
      continue;
    for (const { name, text } of functionsOf(path, readFileSync(join(root, path), "utf8"))) {
      const places = found.get(text) ?? [];
      found.set(text, [...places, `${path}#${name}`]);
    }
  }
  return [...found]
    .filter(([, places]) => places.length > 1)
    .map(([text, places]) => ({ key: keyOf(text, places), places: places.map(pathOf) }))
    .sort((a, b) => b.places.length - a.places.length);
}

/** @param {string} path @param {string} source */
function functionsOf(path, source) {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : undefined;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  /** @type {{ name: string, text: string }[]} */
  const functions = [];
  /** @param {ts.Node} node */
  function visit(node) {
    const found = functionIn(node);
    if (found !== null && found.text.length >= minLength) functions.push(found);
    else ts.forEachChild(node, visit);
  }
  visit(file);
  return functions;
}

/** A named function or a constant that is one. @param {ts.Node} node */
function functionIn(node) {
  if (ts.isFunctionDeclaration(node) && node.body !== undefined)
    return { name: node.name?.text ?? "", text: textOf(node.parameters, node.body) };
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return null;
  const made = node.initializer;
  if (!ts.isArrowFunction(made) && !ts.isFunctionExpression(made)) return null;
  return { name: node.name.getText(), text: textOf(made.parameters, made.body) };
}

/** @param {ts.NodeArray<ts.ParameterDeclaration>} parameters @param {ts.Node} body */
function textOf(parameters, body) {
  const all = `(${parameters.map((one) => one.getText()).join()})${body.getText()}`;
  return all.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/\s+/g, "");
}

/** @param {string} text @param {readonly string[]} places */
function keyOf(text, places) {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return `${places[0]?.split("#")[1] ?? ""} ${hash}`;
}

/** @param {string} place */
const pathOf = (place) => place.split("#")[0] ?? "";
