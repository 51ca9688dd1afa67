import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "./project-root.mjs";
import { externalPackages } from "./workspaces.mjs";

/** What the server is made of: the program, and those of its threads. @type {readonly [[entry: string, outfile: string], ...[entry: string, outfile: string][]]} */
export const serverPrograms = [
  ["src/main.ts", "dist/main.js"],
  ["src/platform/tables/table-thread.ts", "dist/table-thread.js"],
  ["src/features/laboratory/boards/board-thread.ts", "dist/board-thread.js"],
];

/**
 * Builds a program of ours; what is wrong with its sources is reported by esbuild itself.
 * @param {string} workspace
 * @param {string} entry
 * @param {string} outfile
 * @returns {Promise<number>} exit code
 */
export async function bundle(workspace, entry, outfile) {
  try {
    await build(bundleOptions(workspace, entry, outfile));
    escapeText(join(projectRoot, workspace, outfile));
    return 0;
  } catch (error) {
    if (error instanceof Error && "errors" in error) return 1;
    throw error;
  }
}

/**
 * Packages of hundreds of small modules, which node would keep one by one: inside they start faster and hold half.
 */
const takenIn = new Set(["zod", "kysely"]);

/**
 * How a program of ours becomes one file for node: our TypeScript sources inside, npm's packages outside. The text of
 * a program stays in memory as long as it runs, so it has no comments and no indentation; names and lines stay.
 * @param {string} workspace its folder
 * @param {string} entry under the workspace
 * @param {string} outfile under the workspace
 * @returns {import("esbuild").BuildOptions}
 */
export function bundleOptions(workspace, entry, outfile) {
  return {
    absWorkingDir: projectRoot,
    entryPoints: [join(projectRoot, workspace, entry)],
    outfile: join(projectRoot, workspace, outfile),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    minifyWhitespace: true,
    lineLimit: 160,
    external: externalPackages(projectRoot, workspace).filter((name) => !takenIn.has(name)),
    logLevel: "warning",
  };
}

/**
 * What esbuild leaves as it is, in templates and regular expressions: one such character, and V8 keeps the whole text
 * with two bytes for each.
 * @param {string} file
 */
function escapeText(file) {
  const text = readFileSync(file, "utf8");
  const escaped = text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  if (escaped !== text) writeFileSync(file, escaped);
}
