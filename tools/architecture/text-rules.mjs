/** What no import shows: words that only one place may use, files on no floor, files too long. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { floors } from "./floors.mjs";
import { isTest } from "./source-files.mjs";

/** @typedef {import("./inspect-house.mjs").Fault} Fault */

/** A word and where it may stand; tests may use all of them. */
const reservedWords = [
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
export function findReservedWords(root, files) {
  return files
    .filter((path) => !isTest(path))
    .flatMap((path) =>
      reservedWords
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

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {{ faults: Fault[], warnings: string[] }}
 */
export function measureFiles(root, files) {
  const long = files
    .filter((path) => !tablesOfConstants.test(path))
    .map((path) => ({ path, lines: readFileSync(join(root, path), "utf8").trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > 300);
  return {
    faults: long
      .filter(({ lines }) => lines > 500)
      .map(({ path, lines }) => ({
        rule: "file-length",
        says: "a file has at most 500 lines",
        where: `${path}: ${lines}`,
      })),
    warnings: long
      .filter(({ lines }) => lines <= 500)
      .map(({ path, lines }) => `${path} has ${lines} lines; above 300 it is time to part it`),
  };
}
