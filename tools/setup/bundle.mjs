import { join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "./project-root.mjs";
import { externalPackages } from "./workspaces.mjs";

/**
 * Builds a program of ours; what is wrong with its sources is told by esbuild itself.
 * @param {string} workspace
 * @param {string} entry
 * @param {string} outfile
 * @returns {Promise<number>} exit code
 */
export async function bundle(workspace, entry, outfile) {
  try {
    await build(bundleOptions(workspace, entry, outfile));
    return 0;
  } catch (error) {
    if (error instanceof Error && "errors" in error) return 1;
    throw error;
  }
}

/**
 * How a program of ours becomes one file for node: our TypeScript sources inside, npm's packages outside.
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
    external: externalPackages(projectRoot, workspace),
    logLevel: "warning",
  };
}
