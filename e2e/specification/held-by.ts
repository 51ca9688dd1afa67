import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Held } from "./sentence.ts";

const root = join(import.meta.dirname, "../..");

/** Why a test does not hold what it is named for: it is not in its file, or something keeps it from running. */
export function faultOf({ file, test: name }: Held): string | null {
  const source = readFileSync(join(root, file), "utf8");
  const at = source.indexOf(`"${name}"`);
  if (at === -1) return `${file} has no test "${name}"`;
  // What is before the name is `test(` or `test.each(...)(`, and nothing that keeps it from running.
  const call =
    source
      .slice(0, at)
      .split(/^(?=\s*(?:test|it)\b)/m)
      .at(-1) ?? "";
  if (!/^\s*(?:test|it)(?:\.each\([\s\S]*\))?\(\s*$/.test(call))
    return `${file} does not run "${name}": ${call.trim()}`;
  const kept = /\b(?:describe|test|it)\.(?:skip|only|todo|runIf|skipIf|fails)\b/.exec(source)?.[0];
  return kept === undefined ? null : `${file} has ${kept}`;
}
