/**
 * How set-up calls npm: the one that runs us, with the settings of this checkout and not of anyone who called.
 */
import { accessSync, constants, existsSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { cacheFolder } from "./project-root.mjs";

/**
 * `npm_execpath` names the package manager that runs us; where that is not npm, or none, npm is taken from
 * alongside node or from PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {[string, ...string[]]}
 */
export function npmCommand(env) {
  const nodeFolder = join(dirname(process.execPath), "..", "lib", "node_modules", "npm", "bin", "npm-cli.js");
  const script = [env["npm_execpath"], nodeFolder].find(
    (path) => path !== undefined && basename(path) === "npm-cli.js" && existsSync(path),
  );
  return script === undefined ? ["npm"] : [process.execPath, script];
}

/** Settings that reach us as variables and would leave packages out or send them elsewhere. */
const foreignSettings = [
  "also",
  "dev",
  "dry_run",
  "force",
  "global",
  "ignore_scripts",
  "include",
  "include_workspace_root",
  "legacy_peer_deps",
  "location",
  "loglevel",
  "omit",
  "only",
  "optional",
  "os",
  "cpu",
  "libc",
  "package_lock",
  "package_lock_only",
  "production",
  "workspace",
  "workspaces",
];

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv} the same without NODE_ENV=production and the like
 */
export function npmEnvironment(env) {
  const kept = Object.entries(env).filter(([name]) => {
    const setting = name.toLowerCase().replaceAll("-", "_").replace("npm_config_", "");
    return (
      name !== "NODE_ENV" &&
      !(name.toLowerCase().startsWith("npm_config_") && foreignSettings.includes(setting))
    );
  });
  /** @type {NodeJS.ProcessEnv} */
  const result = Object.fromEntries(kept);
  // A user without a writable home (a service account, a container's uid) still gets a cache.
  const cache = env["npm_config_cache"] ?? join(homedir(), ".npm");
  return isWritable(cache) ? result : { ...result, npm_config_cache: join(cacheFolder, "npm") };
}

/** @param {string} path exists or may be made */
function isWritable(path) {
  let existing = path;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
