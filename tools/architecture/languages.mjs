/** Places that choose between languages by hand: a further language would not be found there (docs/languages.md). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isTest } from "./source-files.mjs";

/** @typedef {import("./inspect-house.mjs").Fault} Fault */

const byHand = [
  /[!=]== "(?:zh|en)"/,
  /\.startsWith\("(?:zh|en)"\)/,
  /\? "zh(?:-CN)?" : "en"|\? "en" : "zh"/,
  /"en" \| "zh"/,
  /\{ en: string[;,] zh: string;? \}/,
];

const looked = /^(contract|server|console)\/src\//;

/**
 * Where both languages are named on purpose. The list only shrinks.
 * @type {Readonly<Record<string, string>>}
 */
const exceptions = {
  "contract/src/locales.ts": "declares them",
  "contract/src/generator/edit-registries.ts": "writes sources, in which a new resource has both",
  "contract/src/generator/model-defaults.ts": "writes sources, in which a new resource has both",
  "contract/src/generator/print-console.ts": "writes sources, in which a new resource has both",
  "contract/src/generator/print-contract.ts": "writes sources, in which a new resource has both",
  "contract/src/generator/table-facts.ts": "writes sources, in which a new resource has both",
  "console/src/features/system/generator/field-form.tsx": "enters both of a new resource",
  "server/src/platform/audit/audit-record.ts": "is hashed with both, for ever",
  "server/src/features/fleet/products/model-rules.ts": "makes one refusal of the parts of several",
};

/** @param {string} root @param {readonly string[]} files @returns {Fault[]} */
export function findLanguagesByHand(root, files) {
  const found = files
    .filter((path) => looked.test(path) && !isTest(path) && !path.endsWith(".fixture.ts"))
    .filter((path) => byHand.some((pattern) => pattern.test(readFileSync(join(root, path), "utf8"))));
  return [
    ...found
      .filter((path) => !(path in exceptions))
      .map((path) => ({
        rule: "language",
        says: "chooses between languages by hand; read it with useLocalized(), textIn() or nameIn()",
        where: path,
      })),
    ...Object.keys(exceptions)
      .filter((path) => files.includes(path) && !found.includes(path))
      .map((path) => ({ rule: "language", says: "need not be an exception: take it off", where: path })),
  ];
}
