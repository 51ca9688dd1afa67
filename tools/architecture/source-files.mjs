import { readdirSync } from "node:fs";
import { join } from "node:path";

const notSources = new Set(["node_modules", "dist", ".cache", "golden", "public"]);

/**
 * The sources of a workspace, found without the help of any tool that might see none.
 * @param {string} root
 * @param {string} folder under root
 * @returns {string[]} paths under root; none where the folder is not there
 */
export function listSources(root, folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return notSources.has(entry.name) ? [] : listSources(root, path);
    return /\.(tsx?|mjs|css)$/.test(entry.name) ? [path] : [];
  });
}

/** @param {string} path */
export function isTest(path) {
  return /\.test\.tsx?$/.test(path) || /^(server|console)\/test\//.test(path);
}
