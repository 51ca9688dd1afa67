import { randomInt } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Sentence } from "../setup/sentence.mjs";

/**
 * @typedef {object} AdminPassword
 * @property {string} password
 * @property {"new" | "kept" | "given"} origin
 * @property {string} path where it is kept; not written when it was given
 */

/**
 * The demo's administrator password: given by ADMIN_PASSWORD, else made at the first start and kept.
 * @param {string} dataDir exists
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {AdminPassword}
 */
export function adminPassword(dataDir, env = process.env) {
  const path = join(dataDir, "admin-password.txt");
  if (env["ADMIN_PASSWORD"]) return { password: env["ADMIN_PASSWORD"], origin: "given", path };
  if (existsSync(path)) return { password: readPassword(path), origin: "kept", path };
  const password = generatePassword();
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  return { password, origin: "new", path };
}

/** @param {string} path */
function readPassword(path) {
  const password = readFileSync(path, "utf8").trim();
  if (password === "")
    throw new Sentence(`${path} is empty. Delete it together with its folder to start over.`);
  return password;
}

// Without those that are read for one another: 0 O o, 1 I l i, 2 Z z, 5 S s, 8 B, U u V v.
const unambiguous = "ACDEFGHJKLMNPQRTWXYabcdefghjkmnpqrtwxy34679";

/** 20 characters of 43: 108 bits. */
export function generatePassword() {
  return Array.from({ length: 20 }, () => unambiguous.charAt(randomInt(unambiguous.length))).join("");
}
