/** What no import shows: words that only one place may use, files on no floor, files too long. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { floors } from "./floors.mjs";
import { longFiles } from "./long-files.data.mjs";
import { isTest } from "./source-files.mjs";

/** @typedef {import("./inspect-house.mjs").Fault} Fault */

/** A word and where it may be; tests may use all of them. */
const reservedNames = [
  {
    rule: "environment",
    says: "only platform/env.ts reads process.env",
    word: /\bprocess\s*\.\s*env\b|\bprocess\s*\[\s*["']env["']|\benv\b[^=\n]*=\s*process\b|["'](node:)?process["']/,
    within: /^server\/src\//,
    allowed: /^server\/src\/platform\/env\.ts$/,
  },
  {
    rule: "fetch",
    says: "only api/ fetches",
    word: /(?<![.\w])fetch\s*\(|\b(window|globalThis|self)\s*\.\s*fetch\b|\bnew (EventSource|XMLHttpRequest|WebSocket)\b/,
    within: /^console\/src\//,
    allowed: /^console\/src\/api\//,
  },
];

/** @param {string} root @param {readonly string[]} files @returns {Fault[]} */
export function findReservedNames(root, files) {
  return files
    .filter((path) => !isTest(path))
    .flatMap((path) =>
      reservedNames
        .filter(({ within, allowed }) => within.test(path) && !allowed.test(path))
        .filter(({ word }) => word.test(withoutComments(readFileSync(join(root, path), "utf8"))))
        .map(({ rule, says }) => ({ rule, says, where: path })),
    );
}

/** Whole-line comments only: that is where such words are talked about. @param {string} text */
function withoutComments(text) {
  return text.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
}

/** @param {readonly string[]} files @returns {Fault[]} */
export function findFilesOnNoFloor(files) {
  return floors.flatMap(({ name, floors: rising = [], apart = [] }) => {
    if (rising.length === 0) return [];
    const folders = [...rising.flat(), ...apart].map((folder) => `${name}/src/${folder}/`);
    return files
      .filter((path) => path.startsWith(`${name}/src/`) && path.split("/").length > 3)
      .filter((path) => !folders.some((folder) => path.startsWith(folder)))
      .map((path) => ({ rule: `${name}-floor`, says: `no floor of ${name}/ has this folder`, where: path }));
  });
}

const tablesOfConstants = /\.messages\.tsx?$|\.data\.(ts|mjs)$|\/locales\//;

const limits = { file: 300, named: 400 };

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Fault[]} files over 300 lines that are not on the list, and entries of the list that need not be there
 */
export function findLongFiles(root, files) {
  return files
    .filter((path) => !tablesOfConstants.test(path))
    .map((path) => ({ path, lines: readFileSync(join(root, path), "utf8").trimEnd().split("\n").length }))
    .flatMap(({ path, lines }) => {
      const fault = lengthFault(path in longFiles, lines);
      return fault === null ? [] : [{ rule: "file-length", says: fault, where: `${path}: ${lines}` }];
    });
}

/** @param {boolean} isNamed @param {number} lines @returns {string | null} */
function lengthFault(isNamed, lines) {
  if (isNamed && lines <= limits.file) return "is on the list of long files and is not long: take it off";
  if (isNamed && lines > limits.named)
    return `a file on the list of long files has at most ${limits.named} lines`;
  return isNamed || lines <= limits.file ? null : `a file has at most ${limits.file} lines`;
}
