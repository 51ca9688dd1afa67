import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "./project-root.mjs";
import { externalPackages } from "./workspaces.mjs";

/**
 * Builds a program of ours; what is wrong with its sources is reported by esbuild itself.
 * @param {string} workspace
 * @param {string} entry
 * @param {string} outfile
 * @returns {Promise<number>} exit code
 */
export async function bundle(workspace, entry, outfile) {
  return (await write(bundleOptions(workspace, entry, outfile))) === null ? 1 : 0;
}

/**
 * Builds the server and the programs of its threads, and deletes what an earlier build left.
 * @returns {Promise<number>} exit code
 */
export async function bundleServer() {
  const written = await write(serverOptions());
  if (written === null) return 1;
  const folder = join(projectRoot, serverFolder);
  for (const name of readdirSync(folder))
    if (!written.has(join(serverFolder, name))) rmSync(join(folder, name));
  return 0;
}

const serverFolder = "server/dist";

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
    ...commonOptions(workspace),
    entryPoints: [join(projectRoot, workspace, entry)],
    outfile: join(projectRoot, workspace, outfile),
  };
}

/**
 * The server in pieces: what one of its parts alone needs, and what several share. V8 keeps the room that the syntax of
 * the largest file took, 15 MB where the server was one file of 4 MB.
 * @returns {import("esbuild").BuildOptions}
 */
export function serverOptions() {
  const app = join(projectRoot, "server/src/app");
  const parts = readdirSync(app).filter((name) => name.endsWith("-parts.ts"));
  const entries = [
    "src/main.ts",
    "src/platform/tables/table-thread.ts",
    "src/features/laboratory/boards/board-thread.ts",
    ...parts.map((name) => `src/app/${name}`),
  ];
  return {
    ...commonOptions("server"),
    entryPoints: entries.map((entry) => ({
      in: join(projectRoot, "server", entry),
      out: basename(entry, ".ts"),
    })),
    outdir: join(projectRoot, serverFolder),
    splitting: true,
    chunkNames: "shared-[hash]",
  };
}

/** @param {string} workspace @returns {import("esbuild").BuildOptions} */
function commonOptions(workspace) {
  return {
    absWorkingDir: projectRoot,
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
 * The files that were written, under the project's folder; null where the sources have a fault.
 * @param {import("esbuild").BuildOptions} options
 * @returns {Promise<Set<string> | null>}
 */
async function write(options) {
  try {
    const { metafile } = await build({ ...options, metafile: true });
    const files = Object.keys(metafile.outputs);
    for (const file of files) if (!file.endsWith(".map")) escapeText(join(projectRoot, file));
    return new Set(files);
  } catch (error) {
    if (error instanceof Error && "errors" in error) return null;
    throw error;
  }
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
