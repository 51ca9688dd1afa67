/** Which mistakes can be made in a file, one at a time: operators, numbers, conditions and words turned into others. */
import { join } from "node:path";
import { transformSync } from "esbuild";
import ts from "typescript";

export const sourceFolder = join(import.meta.dirname, "..", "..", "wbe", "src");

/** @typedef {{ file: string, line: number, start: number, end: number, from: string, to: string }} Mutation */

const swapped = new Map([
  ["+", "-"],
  ["-", "+"],
  ["*", "/"],
  ["/", "*"],
  ["**", "*"],
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["===", "!=="],
  ["!==", "==="],
  ["&&", "||"],
  ["||", "&&"],
  ["??", "&&"],
]);
/** What the exact decimals call the same. */
const methods = new Map([
  ["plus", "minus"],
  ["minus", "plus"],
  ["times", "dividedBy"],
  ["dividedBy", "times"],
  ["lt", "lte"],
  ["lte", "lt"],
  ["gt", "gte"],
  ["gte", "gt"],
  ["max", "min"],
  ["min", "max"],
  ["floor", "ceil"],
  ["ceil", "floor"],
]);

/**
 * Every mutation of a file: where it is, from what to what. Types, imports and messages of errors are left alone.
 * @param {string} file
 * @param {string} text
 * @returns {Mutation[]}
 */
export function listMutations(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Mutation[]} */
  const found = [];
  /** @type {(node: ts.Node, to: string) => void} */
  const add = (node, to) => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ file, line, start, end: node.getEnd(), from: node.getText(source), to });
  };
  /** @type {(node: ts.Node) => void} */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || ts.isThrowStatement(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = swapped.get(node.operatorToken.getText(source));
      if (other !== undefined) add(node.operatorToken, other);
    }
    if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
      const other = methods.get(node.name.text);
      if (other !== undefined) add(node.name, other);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
      // A sign says more than the size of what stands behind it: -1 in a comparison is any number below zero.
      add(node, node.operand.getText(source));
      if (ts.isNumericLiteral(node.operand)) return;
    }
    if (ts.isNumericLiteral(node)) add(node, Number(node.text) === 0 ? "1" : `(${node.text} * 1.5)`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true");
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(node, node.operand.getText(source));
    }
    if (ts.isIfStatement(node)) add(node.expression, "false");
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (file === "euda-residue.ts") {
    const at = text.indexOf('"benzoylecgonine"');
    const line = text.slice(0, at).split("\n").length;
    found.push({ file, line, start: at, end: at + 17, from: '"benzoylecgonine"', to: '"cocaine"' });
  }
  return found.filter((one) => isReadable(text.slice(0, one.start) + one.to + text.slice(one.end)));
}

/** A text that is no program would fail every test and prove nothing. @param {string} text */
function isReadable(text) {
  try {
    transformSync(text, { loader: "ts" });
    return true;
  } catch {
    return false;
  }
}

/**
 * EUDA's residue of cocaine taken for cocaine itself: it is tried always, next to the drawn ones.
 * @param {readonly Mutation[]} all
 */
export function eudaMutation(all) {
  const found = all.find(({ file, to }) => file === "euda-residue.ts" && to === '"cocaine"');
  if (found === undefined) throw new Error("the residue of cocaine was not found");
  return found;
}

/**
 * So many mutations of different lines, the same for the same seed.
 * @param {readonly Mutation[]} all
 * @param {number} count
 * @param {number} seed
 */
export function drawMutations(all, count, seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  /** @type {Map<string, Mutation[]>} */
  const byLine = new Map();
  for (const one of all) {
    if (one.file === "euda-residue.ts") continue;
    const key = `${one.file}:${one.line}`;
    byLine.set(key, [...(byLine.get(key) ?? []), one]);
  }
  const lines = [...byLine.values()];
  /** @type {Mutation[]} */
  const drawn = [];
  while (drawn.length < count && lines.length > 0) {
    const [ofLine] = lines.splice(Math.floor(next() * lines.length), 1);
    const one = ofLine?.[Math.floor(next() * ofLine.length)];
    if (one !== undefined) drawn.push(one);
  }
  return drawn;
}
