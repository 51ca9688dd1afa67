/** Looks at a whole tree: imports against the floors, reserved words, lengths, and that nothing was overlooked. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cruise } from "dependency-cruiser";
import configuration from "../../.dependency-cruiser.mjs";
import { findDuplicates } from "./duplicates.mjs";
import { floors } from "./floors.mjs";
import { findLongFunctions } from "./function-lengths.mjs";
import { findLanguagesByHand } from "./languages.mjs";
import { findLogInReach } from "./log-in-reach.mjs";
import { listSources } from "./source-files.mjs";
import { findFilesOnNoFloor, findLongFiles, findReservedNames } from "./text-rules.mjs";
import { findTwoWayFeatures } from "./two-way-features.mjs";
import { findReplacedNames, findReplacedPhrases } from "./vocabulary.mjs";

/** @typedef {{ rule: string, says: string, where: string }} Fault */

/**
 * @param {string} root
 * @returns {Promise<{ faults: Fault[], modules: number, files: number }>} modules: how many
 *   of our own files the cruise has seen; files: how many there are
 */
export async function inspectHouse(root) {
  const folders = floors.map(({ name }) => name).filter((name) => existsSync(join(root, name)));
  const files = folders.flatMap((folder) => listSources(root, folder));
  const code = files.filter((path) => !path.endsWith(".css"));
  const { faults, seen } = await cruiseTree(root, folders);
  const unseen = code
    .filter((path) => !seen.has(path))
    .map((path) => ({ rule: "unseen", says: "dependency-cruiser did not see this file", where: path }));
  return {
    faults: [
      ...faults,
      ...unseen,
      ...findReservedNames(root, code),
      ...findLanguagesByHand(root, code),
      ...findFilesOnNoFloor(files),
      ...findReplacedNames(root, code),
      ...findReplacedPhrases(root, code),
      ...findLongFiles(root, files),
      ...findLongFunctions(root, code),
      ...findDuplicates(root, code),
    ],
    modules: seen.size,
    files: code.length,
  };
}

/**
 * @param {string} root
 * @param {string[]} folders
 * @returns {Promise<{ faults: Fault[], seen: Set<string> }>}
 */
async function cruiseTree(root, folders) {
  const { options = {}, forbidden = [] } = configuration;
  const { output } = await cruise(folders, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  });
  if (typeof output === "string")
    throw new Error("dependency-cruiser answered text where a result was asked for");
  const own = output.modules.filter(({ source }) =>
    folders.some((folder) => source.startsWith(`${folder}/`)),
  );
  const says = new Map(forbidden.map(({ name, comment }) => [name, comment]));
  return {
    seen: new Set(own.map(({ source }) => source)),
    faults: [
      ...output.summary.violations.map(({ rule, from, to, cycle }) => ({
        rule: rule.name,
        says: says.get(rule.name) ?? rule.name,
        where: [from, ...(cycle?.map(({ name }) => name) ?? [to])].join(" -> "),
      })),
      ...findLogInReach(output.modules),
      ...findTwoWayFeatures(output.modules),
    ],
  };
}
