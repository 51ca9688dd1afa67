import type { KnownHead } from "./chain-check.ts";
import type { KnownHeads } from "./chain-file.ts";
import {
  collectKeptHeads,
  isKeptLineSigned,
  type KeptHeads,
  type KeptLine,
  readKeptLine,
} from "./kept-heads.ts";

/** What `--head` names: a head as a report prints it, or the text of a file of kept heads. */
export type HeadSource = { name: string; head: KnownHead } | { name: string; text: string };

/** `SEQ:HASH`, the hash whole or its first 16 digits and more; null where the word is no such value. */
export function parseHeadValue(word: string): KnownHead | null {
  const found = /^([1-9][0-9]{0,15}):([0-9a-f]{16,64})$/.exec(word);
  return found === null ? null : { seq: Number(found[1]), hash: found[2] ?? "" };
}

/** The heads of one chain from all sources; a file must hold one at least, and each of its lines a right signature. */
export function gatherKnownHeads(
  sources: readonly HeadSource[],
  chain: string,
  keys: ReadonlyMap<string, string>,
): KnownHeads & { restores: KeptHeads["restores"] } {
  const heads: KnownHead[] = [];
  const restores: KeptHeads["restores"] = [];
  for (const source of sources) {
    if ("head" in source) {
      heads.push(source.head);
      continue;
    }
    const read = readSource(source, keys);
    if (typeof read === "string") return { sentence: read, restores };
    const kept = collectKeptHeads(chain, read);
    if (kept.heads.length === 0) {
      return { sentence: `${source.name} holds no head of the chain "${chain}"`, restores };
    }
    heads.push(...kept.heads);
    restores.push(...kept.restores);
  }
  return { heads, restores };
}

function readSource(
  { name, text }: { name: string; text: string },
  keys: ReadonlyMap<string, string>,
): KeptLine[] | string {
  const lines: KeptLine[] = [];
  for (const [index, one] of text.split("\n").entries()) {
    if (one === "") continue;
    const line = readKeptLine(one);
    if (line === null) return `line ${index + 1} of ${name} is not a line of a file of signed heads`;
    if (!isKeptLineSigned(line, keys)) {
      return `line ${index + 1} of ${name} is not signed by a key that counts`;
    }
    lines.push(line);
  }
  return lines;
}
