/**
 * The notices of what Tracewater ships with: every package of the lock file that is not for development alone, with its
 * licence as the lock file has it and the licence texts that the packages bring. `npm run notices` writes the file; a test
 * compares it with the lock file.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ license?: string, version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, link?: boolean }} Locked */
/** @typedef {{ name: string, version: string, license: string, text: string | null }} Shipped */

/** Packages whose lock entry names no licence: read from their own files, which are in the notices as well. */
const namedInTheirFiles = {
  "@mapbox/jsonlint-lines-primitives": "MIT",
  buffers: "MIT/X11",
  "png-js": "MIT",
};

/** Their lock entry gives an address or an old name. */
const plainNames = {
  "https://git.ffmpeg.org/gitweb/ffmpeg.git/blob_plain/HEAD:/LICENSE.md":
    "LGPL-2.1-or-later, GPL-2.0-or-later",
  GPLv3: "GPL-3.0",
};

/**
 * @param {string} root
 * @returns {Shipped[]} by name, then version
 */
export function readShipped(root) {
  /** @type {{ packages: Record<string, Locked> }} */
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  /** @type {Map<string, Shipped>} */
  const found = new Map();
  for (const [place, locked] of Object.entries(lock.packages)) {
    const name = place.split("node_modules/").at(-1) ?? "";
    const isOurs = !place.includes("node_modules/") || locked.link === true;
    if (isOurs || locked.dev === true || locked.devOptional === true) continue;
    const version = locked.version ?? "";
    // What is installed by platform is not everywhere: its text would make the file differ from machine to machine.
    const text = locked.optional === true ? null : readText(join(root, place));
    found.set(`${name}@${version}`, { name, version, license: licenseOf(name, locked), text });
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** @param {readonly Shipped[]} shipped */
export function writeNotices(shipped) {
  const rows = shipped.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const { name, version, text } of shipped) {
    if (text === null) continue;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  const texts = [...byText].map(([text, names]) => `### ${names.join(", ")}\n\n${indent(text)}`);
  return [
    "# Third-party notices",
    `Tracewater includes or installs the ${shipped.length} packages below. The list is made from \`package-lock.json\` by \`npm run notices\`.`,
    ["| package | version | licence |", "|---|---|---|", ...rows].join("\n"),
    "## Licence texts",
    ...texts,
    "",
  ].join("\n\n");
}

/** @param {string} name @param {Locked} locked */
function licenseOf(name, { license }) {
  /** @type {Record<string, string>} */
  const named = namedInTheirFiles;
  const found = license ?? named[name];
  if (found === undefined)
    throw new Error(`${name} names no licence: look at its files and add it to ${import.meta.filename}`);
  /** @type {Record<string, string>} */
  const plain = plainNames;
  return plain[found] ?? found;
}

/** @param {string} folder */
function readText(folder) {
  if (!existsSync(folder)) return null;
  const file = readdirSync(folder)
    .filter((one) => /^(licen[cs]e|copying|notice)/i.test(one))
    .sort(compare)[0];
  if (file === undefined) return null;
  return readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
}

/** @param {string} text */
const indent = (text) =>
  text
    .split("\n")
    .map((line) => (line.trim() === "" ? "" : `    ${line.trimEnd()}`))
    .join("\n");

/** @param {string} a @param {string} b */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
