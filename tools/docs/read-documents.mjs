/** What a Markdown file promises: npm commands, paths and links. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

const notOurs = new Set(["node_modules", "dist", ".git", ".cache", "data"]);

/** @param {string} root @param {string} [folder] @returns {string[]} every .md file, as paths under root */
export function listDocuments(root, folder = "") {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : listDocuments(root, path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** @param {string} text @returns {string[]} script names; `npm test` and `npm start` are scripts as well */
export function npmScripts(text) {
  const named = [...text.matchAll(/\bnpm run (?:-\S+ )*([a-z][a-z0-9:-]*)/g)].map(([, name = ""]) => name);
  const short = [...text.matchAll(/\bnpm (test|start)\b/g)].map(([, name = ""]) => name);
  return [...new Set([...named, ...short])];
}

/**
 * Paths in backticks that begin with one of our folders or with `./`. Of a pattern (`*`, `{`, `<`) the part before
 * it counts; what only a build or a run makes does not.
 * @param {string} text
 * @param {readonly string[]} rootFolders
 * @returns {string[]} paths under the root
 */
export function quotedPaths(text, rootFolders) {
  const begins = new RegExp(`^(\\./|(${rootFolders.map((name) => name.replace(".", "\\.")).join("|")})/)`);
  return [...withoutFences(text).matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, span = ""]) => span.split(/\s+/))
    .filter((word) => begins.test(word))
    .map((word) => word.replace(/^\.\//, "").replace(/[:#]\S*$/, ""))
    .map(beforePattern)
    .filter((path) => path !== "" && !isMadeLater(path));
}

/**
 * @param {string} text
 * @returns {string[]} targets of links and pictures inside the repository, relative to the document
 */
export function linkedPaths(text) {
  return [...withoutFences(text).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
    .map(([, target = ""]) => decodeURI(target.replace(/#.*$/, "")))
    .filter((target) => target !== "" && !/^[a-z][a-z0-9+.-]*:/i.test(target));
}

/**
 * @param {string} text
 * @returns {string[]} names in the first column of tables, written as `NAME`
 */
export function tabledVariables(text) {
  const cells = text.split("\n").map((line) => /^\|([^|]*)\|/.exec(line)?.[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => name));
}

/**
 * Tests that a table names as `path`: begin of a title; of another. "the same" is the path that was named last.
 * @param {string} text
 * @returns {{ path: string, title: string }[]}
 */
export function namedTests(text) {
  let path = "";
  return text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) =>
      [...line.matchAll(/(?:`([^`]+\.test\.ts)`|the same)(?:: ([^`|]*))?/g)].flatMap(
        ([, file, titles = ""]) => {
          path = file ?? path;
          const begins = titles.split("; ").map((title) => title.replace(/[;, ]+$/, ""));
          return begins.filter((title) => title !== "").map((title) => ({ path, title }));
        },
      ),
    );
}

/**
 * Decision records, by their files and first lines.
 * @param {readonly { path: string, text: string }[]} documents those of the folder of records
 * @returns {string[]} what is wrong with them: a title, date or status that is missing, a file name that does not
 *   follow the title, a number that is missing or used twice, a superseding record that does not exist
 */
export function recordFaults(documents) {
  const read = documents.map(readRecord);
  const numbers = read.flatMap(({ number }) => (number === null ? [] : [number])).sort((a, b) => a - b);
  const doubled = numbers.filter((number, at) => number === numbers[at - 1]);
  const missing = Array.from({ length: numbers.at(-1) ?? 0 }, (_, at) => at + 1).filter(
    (number) => !numbers.includes(number),
  );
  return [
    ...read.flatMap(({ path, faults }) => faults.map((fault) => `${path}: ${fault}`)),
    ...read
      .filter(({ successor }) => successor !== null && !numbers.includes(successor))
      .map(({ path, successor }) => `${path}: superseded by ${successor}, which does not exist`),
    ...doubled.map((number) => `number ${number} is used twice`),
    ...missing.map((number) => `number ${number} is missing`),
  ];
}

/** @param {{ path: string, text: string }} document */
function readRecord({ path, text }) {
  const [, number = "", title = ""] = /^# (\d{4})\. (\S.{9,})\n/.exec(text) ?? [];
  const [, status = ""] =
    /^Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by \d{4})\./m.exec(text) ?? [];
  const successor = /\d{4}$/.exec(status)?.[0];
  const faults = [];
  if (number === "") faults.push('the first line is not "# NNNN. Title"');
  else if (path.split("/").at(-1) !== `${number}-${slugOf(title)}.md`)
    faults.push(`the file name is not ${number}-${slugOf(title)}.md`);
  if (status === "")
    faults.push('there is no line "Date: YYYY-MM-DD. Status: accepted." or "superseded by NNNN."');
  return {
    path,
    faults,
    number: number === "" ? null : Number(number),
    successor: successor === undefined ? null : Number(successor),
  };
}

/** @param {string} title */
function slugOf(title) {
  return title
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** @param {string} text */
function withoutFences(text) {
  return text.replace(/^(```|~~~)[\s\S]*?^\1\s*$/gm, "");
}

/** @param {string} path */
function beforePattern(path) {
  const first = path.search(/[*{<[…]|\.\.\.|NNNN/);
  return first === -1 ? path : path.slice(0, path.lastIndexOf("/", first));
}

/** @param {string} path */
function isMadeLater(path) {
  return /(^|\/)(dist|node_modules)(\/|$)|^data\/(demo|main)(\/|$)/.test(path);
}
