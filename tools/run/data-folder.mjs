import { resolve } from "node:path";
import { projectRoot } from "../setup/project-root.mjs";

/**
 * @param {string} fallback under the checkout
 * @returns {string} absolute, so that every program started means the same folder
 */
export function dataFolder(fallback) {
  return resolve(projectRoot, process.env["DATA_DIR"] || fallback);
}
