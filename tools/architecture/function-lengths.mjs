/**
 * Functions that are too long to be read at once. What a function contains of other functions is counted for those: a
 * factory of twenty small functions is long and yet easy to read, up to a limit of its own.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** @typedef {{ rule: string, says: string, where: string }} Fault */

const limits = { own: 60, whole: 150 };

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Fault[]} functions over a limit
 */
export function findLongFunctions(root, files) {
  return files
    .filter((path) => !/[.]test[.]tsx?$|[.]d[.]ts$|^server\/migrations\//.test(path))
    .flatMap((path) => measureFunctions(path, readFileSync(join(root, path), "utf8")))
    .filter(({ own, whole }) => own > limits.own || whole > limits.whole)
    .map(({ name, own, whole }) => ({
      rule: "function-length",
      says: `${own} lines of its own and ${whole} in all; at most ${limits.own} and ${limits.whole}`,
      where: name,
    }));
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {{ name: string, own: number, whole: number }[]} by `path#name`; lines between the braces
 */
export function measureFunctions(path, text) {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : undefined;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const lineOf = (/** @type {number} */ position) => source.getLineAndCharacterOfPosition(position).line;
  /** @type {{ name: string, own: number, whole: number }[]} */
  const found = [];
  /** @param {ts.Node} node @returns {number} lines of the functions in it */
  function visit(node) {
    const inner = sum(childrenOf(node).map(visit));
    if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return inner;
    const body = node.body;
    if (!ts.isBlock(body)) return inner;
    const whole = Math.max(0, lineOf(body.end) - lineOf(body.getStart()) - 1);
    found.push({ name: `${path}#${nameOf(node)}`, own: whole - inner, whole });
    return whole;
  }
  visit(source);
  return found;
}

/** @param {ts.Node} node @returns {ts.Node[]} */
function childrenOf(node) {
  /** @type {ts.Node[]} */
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

/** @param {ts.SignatureDeclaration} node */
function nameOf(node) {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  return "name" in parent && parent.name !== undefined
    ? /** @type {ts.Node} */ (parent.name).getText()
    : "anonymous";
}

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
