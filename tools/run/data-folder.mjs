import { resolve } from "node:path";
import { projectRoot } from "../setup/project-root.mjs";

/**
 * @param {string} whereNotTold under the checkout
 * @returns {string} absolute, so that every program started means the same folder
 */
export function dataFolder(whereNotTold) {
  return resolve(projectRoot, process.env["DATA_DIR"] || whereNotTold);
}
