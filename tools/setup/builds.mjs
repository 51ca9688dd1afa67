/** Builds the programs whose sources have changed since their last build, and nothing else. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashInputs } from "./input-hash.mjs";
import { withLock } from "./lock.mjs";
import { cacheFolder, projectRoot } from "./project-root.mjs";
import { lastLines, runChild } from "./run-child.mjs";
import { print, reportWhileWaiting, Sentence, secondsSince } from "./sentence.mjs";
import { bundledWorkspaces } from "./workspaces.mjs";

/** @typedef {"server" | "simulator" | "console" | "custody"} Program */

/**
 * @typedef {object} Build
 * @property {string} output the file that proves it was built
 * @property {readonly string[]} command arguments to node, run in the workspace's folder
 */

/** @type {Record<Program, Build>} */
const builds = {
  server: {
    output: "server/dist/main.js",
    command: ["build.mjs"],
  },
  simulator: {
    output: "simulator/dist/main.js",
    command: ["build.mjs"],
  },
  custody: {
    output: "custody/dist/evidence-page.html",
    command: ["build.mjs"],
  },
  console: {
    output: "console/dist/index.html",
    command: [join(projectRoot, "node_modules", "vite", "bin", "vite.js"), "build"],
  },
};

const sharedInputs = ["package-lock.json", "tsconfig.base.json", "tools/setup/bundle.mjs"];

/** @param {readonly Program[]} [programs] */
export async function ensureBuilt(programs = ["server", "simulator", "console", "custody"]) {
  if (programs.every(isFresh)) return;
  await withLock(join(cacheFolder, "setup.lock"), async () => {
    const stale = programs.filter((program) => !isFresh(program));
    if (stale.length === 0) return;
    const began = Date.now();
    print(`building ${stale.join(", ")}`);
    const results = await reportWhileWaiting("still building", Promise.allSettled(stale.map(build)));
    const failure = results.find((result) => result.status === "rejected");
    if (failure !== undefined) throw failure.reason;
    print(`built in ${secondsSince(began)}`);
  });
}

/** @param {Program} program */
async function build(program) {
  const hash = inputHash(program); // before the build: an edit during it makes the next start build again
  rmSync(stampPath(program), { force: true });
  const { code, output } = await runChild([process.execPath, ...builds[program].command], {
    cwd: join(projectRoot, program),
    env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1", FORCE_COLOR: "0" },
  });
  if (code !== 0) throw new Sentence(`The build of ${program}/ failed:\n${lastLines(output, 40)}`);
  mkdirSync(dirname(stampPath(program)), { recursive: true });
  writeFileSync(stampPath(program), hash);
}

/** @param {Program} program */
function isFresh(program) {
  return existsSync(join(projectRoot, builds[program].output)) && readStamp(program) === inputHash(program);
}

/** @param {Program} program */
function inputHash(program) {
  return hashInputs(projectRoot, [...bundledWorkspaces(projectRoot, program), ...sharedInputs]);
}

/** @param {Program} program */
function readStamp(program) {
  try {
    return readFileSync(stampPath(program), "utf8");
  } catch {
    return undefined;
  }
}

/** @param {Program} program */
function stampPath(program) {
  return join(cacheFolder, "builds", program);
}
