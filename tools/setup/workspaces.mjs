import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Manifest
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

const scope = "@tracewater/";

/** @param {string} root @param {string} workspace its folder @returns {Manifest} */
function readManifest(root, workspace) {
  return JSON.parse(readFileSync(join(root, workspace, "package.json"), "utf8"));
}

/**
 * The workspaces whose sources end up in a bundle of this one, itself first.
 * @param {string} root
 * @param {string} workspace
 * @param {string[]} [known]
 * @returns {string[]}
 */
export function bundledWorkspaces(root, workspace, known = []) {
  if (known.includes(workspace)) return known;
  const { dependencies = {} } = readManifest(root, workspace);
  return Object.keys(dependencies)
    .filter((name) => name.startsWith(scope))
    .map((name) => name.slice(scope.length))
    .reduce((all, name) => bundledWorkspaces(root, name, all), [...known, workspace]);
}

/**
 * The packages that a bundle of this workspace leaves outside: its own from npm, which node finds at run time.
 * @param {string} root
 * @param {string} workspace
 */
export function externalPackages(root, workspace) {
  const { dependencies, devDependencies, optionalDependencies } = readManifest(root, workspace);
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    (name) => !name.startsWith(scope),
  );
}
