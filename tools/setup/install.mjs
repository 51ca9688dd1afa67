/**
 * Installs the packages of the lock file where they are missing or of another lock file, Node or platform.
 * Imports Node's own modules only: it runs before anything is installed.
 */
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packagesMatchLock } from "./installed-packages.mjs";
import { withLock } from "./lock.mjs";
import { requireNode } from "./node-version.mjs";
import { npmCommand, npmEnvironment } from "./npm.mjs";
import { projectRoot } from "./project-root.mjs";
import { lastLines, runChild } from "./run-child.mjs";
import { print, reportWhileWaiting, Sentence, secondsSince } from "./sentence.mjs";

/** @param {string} [root] */
export async function ensureInstalled(root = projectRoot) {
  requireNode();
  if (isInstalled(root)) return;
  await withLock(join(root, ".cache", "setup.lock"), async () => {
    if (!isInstalled(root)) await install(root);
  });
}

/** @param {string} root */
function isInstalled(root) {
  const stamp = readStamp(root);
  if (stamp === wantedStamp(root)) return true;
  const sameRuntime = stamp === undefined || stamp.endsWith(runtimeName());
  if (!sameRuntime || !packagesMatchLock(root)) return false;
  writeStamp(root);
  return true;
}

/** @param {string} root */
async function install(root) {
  refuseUnwritable(root);
  print("installing the packages of package-lock.json");
  const began = Date.now();
  const { code, output } = await reportWhileWaiting(
    "still installing",
    runChild([...npmCommand(process.env), ...npmCiArguments], {
      cwd: root,
      env: npmEnvironment(process.env),
    }),
  );
  if (code !== 0) throw new Sentence(explainFailure(code, output));
  writeStamp(root);
  print(`installed in ${secondsSince(began)}`);
}

// Said on the command line, where they outrank variables and .npmrc files alike. Install scripts are never
// needed, so they never run.
const npmCiArguments = [
  "ci",
  "--include=dev",
  "--include=optional",
  "--include=peer",
  "--ignore-scripts",
  "--prefer-offline",
  "--no-audit",
  "--no-fund",
  "--no-progress",
  "--loglevel=error",
  "--fetch-retries=2",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=5000",
];

/** @param {number} code @param {string} output what npm said */
export function explainFailure(code, output) {
  const said = `\n${lastLines(output, 12)}`;
  if (code === 127) return "npm was not found. Install Node with npm, or add npm to PATH.";
  if (/EUSAGE|in sync/.test(output)) {
    const differences = output.split("\n").filter((line) => /Missing:|Invalid:/.test(line));
    return `package-lock.json and the package.json files do not match. Run \`npm install\` and commit the lock file.\n${differences.slice(0, 8).join("\n")}`;
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED/.test(output)) {
    const registry = /https?:\/\/[^/\s]+/.exec(output)?.[0] ?? "the npm registry";
    return `The packages could not be downloaded: ${registry} cannot be reached from this machine. Connect it to the network, or set a mirror in npm_config_registry, and run the command again.`;
  }
  if (/ENOSPC/.test(output)) return "The packages could not be installed: the disk is full.";
  if (/EACCES|EPERM/.test(output)) {
    return `The packages could not be installed: this user cannot write to npm's folders.${said}`;
  }
  return `The packages could not be installed (npm ci exited with code ${code}):${said}`;
}

/** @param {string} root */
function refuseUnwritable(root) {
  const modules = join(root, "node_modules");
  const target = existsSync(modules) ? modules : root;
  try {
    accessSync(target, constants.W_OK);
  } catch {
    throw new Sentence(
      `Packages are missing, and this user cannot write to ${target}. Run the command once as the owner of that folder.`,
    );
  }
}

/** @param {string} root */
function wantedStamp(root) {
  const lock = readFileSync(join(root, "package-lock.json"));
  return `${createHash("sha256").update(lock).digest("hex")} ${runtimeName()}`;
}

function runtimeName() {
  return `${process.platform} ${process.arch} abi ${process.versions.modules}`;
}

/** @param {string} root */
function stampPath(root) {
  return join(root, "node_modules", ".installed-by-setup"); // in the folder, so that it goes with it
}

/** @param {string} root */
function readStamp(root) {
  try {
    return readFileSync(stampPath(root), "utf8").trim();
  } catch {
    return undefined;
  }
}

/** @param {string} root */
function writeStamp(root) {
  try {
    writeFileSync(stampPath(root), `${wantedStamp(root)}\n`);
  } catch {
    // A user who may only read the packages asks again next time, at the price of one comparison.
  }
}
