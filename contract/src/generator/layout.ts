/**
 * Lays text out as the formatter leaves it: two spaces, at most 110 columns. Only the shapes that generated files have.
 */
export const maxWidth = 110;

/** Columns of a text on a screen: characters of East Asia take two, marks over others none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue;
    width += wide.test(character) ? 2 : 1;
  }
  return width;
}

const wide =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** A text as a literal of TypeScript: in double quotes, unless single ones need fewer escapes. */
export function quote(text: string): string {
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  const mark = doubles > singles ? "'" : '"';
  const escaped = text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`);
  // What looks like a place in a template is a mistake to the linter.
  return mark + escaped.replaceAll("$" + "{", "$\\u007b") + mark;
}

const pairs = { "(": ")", "[": "]", "{": "}", "<": ">" } as const;
type Bracket = keyof typeof pairs;

/**
 * `head` with a list in brackets and `tail`: on one line where it fits, else one item a line. Items may have several
 * lines themselves; then the list is broken.
 */
export function bracketed(
  head: string,
  bracket: Bracket,
  items: readonly string[],
  tail: string,
  indent = "",
): string {
  const gap = bracket === "{" && items.length > 0 ? " " : "";
  const close = pairs[bracket];
  const flat = `${indent}${head}${bracket}${gap}${items.join(", ")}${gap}${close}${tail}`;
  if (widthOf(flat) <= maxWidth && !flat.includes("\n")) return flat;
  const comma = bracket === "<" ? "" : ",";
  const lines = items.map((item, at) =>
    indented(at < items.length - 1 ? `${item},` : `${item}${comma}`, `${indent}  `),
  );
  return [`${indent}${head}${bracket}`, ...lines, `${indent}${close}${tail}`].join("\n");
}

/** Every line that is not empty, further to the right. */
export function indented(text: string, indent: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? line : indent + line))
    .join("\n");
}

/** `key: "text",` with the text on a line of its own where it is too long. */
export function textProperty(key: string, text: string, indent: string): string {
  const flat = `${indent}${key}: ${quote(text)},`;
  return widthOf(flat) <= maxWidth ? flat : `${indent}${key}:\n${indent}  ${quote(text)},`;
}

/** A comment over a declaration, in two lines where one is too long. */
export function docComment(text: string): string {
  const flat = `/** ${text} */`;
  if (widthOf(flat) <= maxWidth) return flat;
  const at = text.lastIndexOf(" ", 100);
  return ["/**", ` * ${text.slice(0, at)}`, ` * ${text.slice(at + 1)}`, " */"].join("\n");
}

/** A key of an object; those that are no names are in quotes. */
export function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}

/** The names of one import, in the order in which the formatter puts them. */
export function importLine(names: readonly string[], source: string): string {
  const plain = (name: string) => name.replace(/^type /, "");
  const sorted = [...names].sort((a, b) => compareNatural(plain(a), plain(b)));
  const areTypes = sorted.every((name) => name.startsWith("type "));
  const shown = areTypes ? sorted.map(plain) : sorted;
  const head = areTypes ? "import type " : "import ";
  // One name alone stays in its line, however long that is.
  if (shown.length === 1) return `${head}{ ${shown[0]} } from ${quote(source)};`;
  return bracketed(head, "{", shown, ` from ${quote(source)};`);
}

/** All imports of a file, in order. */
export function importLines(
  imports: readonly (readonly [names: readonly string[], source: string])[],
): string {
  return [...imports]
    .sort(([, a], [, b]) => compareSources(a, b))
    .map(([names, source]) => importLine(names, source))
    .join("\n");
}

/** Packages first, then the files that are furthest up; slashes before dots before dashes, numbers by their value. */
export function compareSources(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || compareNatural(a, b);
}

function rankOf(source: string): number {
  if (source.startsWith("node:")) return 0;
  if (!source.startsWith(".")) return 1;
  const up = source.match(/\.\.\//g)?.length ?? 0;
  return 100 - up;
}

const signs = "/.-";

function compareNatural(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.match(/\d+|\D/g) ?? []);
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at++) {
    const [x, y] = [left?.[at], right?.[at]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const found = compareTokens(x, y);
    if (found !== 0) return found;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareTokens(x: string, y: string): number {
  const [signOfX, signOfY] = [signs.indexOf(x), signs.indexOf(y)];
  if (signOfX >= 0 || signOfY >= 0) return (signOfX < 0 ? 9 : signOfX) - (signOfY < 0 ? 9 : signOfY);
  if (/\d/.test(x) && /\d/.test(y)) return Number(x) - Number(y);
  const [low, other] = [x.toLowerCase(), y.toLowerCase()];
  if (low !== other) return low < other ? -1 : 1;
  // A capital is before its small letter, and decides.
  return x < y ? -1 : x > y ? 1 : 0;
}
