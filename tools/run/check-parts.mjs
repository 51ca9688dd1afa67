/** The parts of `npm run check`: what each one runs, and how two of them share the machine's cores. */
import { join } from "node:path";
import { projectRoot } from "../setup/project-root.mjs";
import { runChild } from "../setup/run-child.mjs";
import { secondsSince } from "../setup/sentence.mjs";

/**
 * @typedef {object} CheckResult
 * @property {string} name
 * @property {boolean} passed
 */

/** The longest first, so that the last to end is a short one. @type {[string, string[]][]} */
const parts = [
  ["types: console", ["typescript/bin/tsc", "-p", "console"]],
  ["types", ["typescript/bin/tsc", "-p", "."]],
  ["unused", ["knip/bin/knip.js", "--no-progress"]],
  ["architecture", ["../tools/architecture/check.mjs"]],
  ["lint", ["@biomejs/biome/bin/biome", "check", "--colors=off", "--max-diagnostics=100"]],
];

/** Two at a time: the machines this is made for have two cores. @returns {Promise<CheckResult[]>} */
export async function runCheckParts() {
  const waiting = [...parts];
  /** @type {CheckResult[]} */
  const results = [];
  const worker = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift())
      results.push(await runPart(part));
  };
  await Promise.all([worker(), worker()]);
  return results;
}

/** @param {[string, string[]]} part @returns {Promise<CheckResult>} */
async function runPart([name, [script = "", ...args]]) {
  const began = Date.now();
  const program = join(projectRoot, "node_modules", script);
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const { code, output } = await runChild([process.execPath, program, ...args], { cwd: projectRoot, env });
  const passed = code === 0;
  console.log(`${passed ? "PASS" : "FAIL"}  ${name.padEnd(16)}${secondsSince(began).padStart(7)}`);
  const shown = passed
    ? output.split("\n").filter((line) => line.startsWith("warn "))
    : [output.trimEnd(), ""];
  for (const line of shown) console.log(line);
  return { name, passed };
}
