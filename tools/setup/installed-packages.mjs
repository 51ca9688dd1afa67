/**
 * Do the packages in `node_modules` agree with the lock file? Read from npm's own record of what it installed,
 * so that a developer's `npm install` is taken as it is and not done again.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/** @typedef {{ os: string, cpu: string, libc: string }} Platform */

/**
 * @param {string} root
 * @param {Platform} [platform]
 */
export function packagesMatchLock(root, platform = thisPlatform()) {
  const locked = readPackages(join(root, "package-lock.json"));
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.includes("node_modules/") || !belongsHere(wanted, platform)) return true;
    const found = installed[path];
    if (found === undefined || found.version !== wanted.version) return false;
    return existsSync(join(root, path, "package.json"));
  });
}

/**
 * An optional package without a platform of its own comes only with one that has another platform than ours,
 * or is there already: nothing can be concluded from its absence.
 * @param {LockedPackage} wanted
 * @param {Platform} platform
 */
function belongsHere({ optional = false, os, cpu, libc }, platform) {
  if (!optional) return true;
  if (os === undefined && cpu === undefined) return false;
  return allows(os, platform.os) && allows(cpu, platform.cpu) && allows(libc, platform.libc);
}

/** @param {string[] | undefined} list @param {string} value */
function allows(list, value) {
  return list === undefined || list.includes(value);
}

/** @param {string} path @returns {Record<string, LockedPackage>} none when the file is not there */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
  } catch {
    return {};
  }
}

/** @returns {Platform} */
function thisPlatform() {
  return { os: process.platform, cpu: process.arch, libc: libcName() };
}

function libcName() {
  if (process.platform !== "linux") return "";
  const report = process.report.getReport();
  const header = typeof report === "string" ? JSON.parse(report).header : Reflect.get(report, "header");
  return header.glibcVersionRuntime === undefined ? "musl" : "glibc";
}
