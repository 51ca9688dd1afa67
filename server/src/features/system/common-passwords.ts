/*
 * The passwords and words that people choose most, from `data/`. The list is searched in its sorted file as it is: a
 * set of its entries would take ten times the memory, and it is needed only where somebody chooses a password.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { shippedData } from "../../program-files.ts";

export type CommonPasswords = {
  /** Among the first 1,000 of leaked passwords, by how often they were chosen. */
  isTop(text: string): boolean;
  /** Among the 100,000 passwords, words and names. */
  isCommon(text: string): boolean;
};

const newline = 10;

let loaded: CommonPasswords | null = null;

/** Read once, when the first password is chosen. */
export function commonPasswords(): CommonPasswords {
  loaded ??= load(shippedData);
  return loaded;
}

function load(folder: string): CommonPasswords {
  const all = readFileSync(join(folder, "common-passwords.txt"));
  const top = new Set(readFileSync(join(folder, "top-passwords.txt"), "latin1").split("\n"));
  return {
    isTop: (text) => top.has(text),
    isCommon: (text) => isLineOf(all, Buffer.from(text, "utf8")),
  };
}

/** Whether a sorted text has this line. */
function isLineOf(sorted: Buffer, line: Buffer): boolean {
  let from = 0;
  let until = sorted.length;
  while (from < until) {
    const begin = sorted.lastIndexOf(newline, (from + until) >>> 1) + 1;
    const start = begin < from ? from : begin;
    const end = sorted.indexOf(newline, start);
    const order = sorted.compare(line, 0, line.length, start, end);
    if (order === 0) return true;
    if (order < 0) from = end + 1;
    else until = start;
  }
  return false;
}
