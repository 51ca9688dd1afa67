/** What a build was made from, as one hash: names and contents of files, independent of git and of times. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {string} root
 * @param {readonly string[]} inputs files and folders under root; one that does not exist counts as empty
 */
export function hashInputs(root, inputs) {
  const hash = createHash("sha256");
  for (const path of inputs.flatMap((input) => listFiles(root, input)).sort()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

const notInputs = new Set(["node_modules", "dist"]);

/**
 * @param {string} root
 * @param {string} input
 * @returns {string[]} paths under root, without what is built and without tests: no build depends on them
 */
function listFiles(root, input) {
  let entries;
  try {
    entries = readdirSync(join(root, input), { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOTDIR") return [input];
    if (code === "ENOENT") return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const path = `${input}/${entry.name}`;
    if (entry.isDirectory()) return notInputs.has(entry.name) ? [] : listFiles(root, path);
    return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
