/** Runs vitest's projects and counts what they ran, from vitest's own JSON and not from what it prints. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { projectRoot } from "../setup/project-root.mjs";
import { runChild } from "../setup/run-child.mjs";
import { reportWhileWaiting } from "../setup/sentence.mjs";

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string} output to be shown when anything failed
 * @property {readonly string[]} [notes] what is worth a line although nothing failed
 */

/**
 * @typedef {object} Assertion
 * @property {string} status
 * @property {string} [title]
 * @property {readonly string[]} [failureMessages] also of the attempts before the one that passed
 */

/**
 * @typedef {object} FileReport
 * @property {string} [name]
 * @property {number} [startTime] in ms, as the end
 * @property {number} [endTime]
 * @property {string} status
 * @property {Assertion[]} assertionResults
 */

/**
 * @typedef {object} VitestReport
 * @property {FileReport[]} testResults one for a file
 */

/**
 * @param {readonly string[]} projects
 * @param {{ env?: NodeJS.ProcessEnv, files?: readonly string[] }} [options] files: parts of their names
 * @returns {Promise<Count>}
 */
export async function runVitest(projects, { env = {}, files = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "tracewater-tests-"));
  const report = join(folder, "report.json");
  const vitest = join(projectRoot, "node_modules", "vitest", "vitest.mjs");
  const chosen = projects.flatMap((name) => ["--project", name]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const { code, output } = await reportWhileWaiting(
      `still running ${projects.join(", ")}`,
      runChild([process.execPath, vitest, "run", ...files, ...chosen, ...reporters], {
        cwd: projectRoot,
        // React and others have a production build that tests must not get.
        env: { ...process.env, ...env, NODE_ENV: "test", NO_COLOR: "1", FORCE_COLOR: "0" },
      }),
    );
    const read = readReport(report);
    return { ...countTests(read, code), output, notes: [...slowestFiles(read), ...retriedTests(read)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A file that could not be loaded, a hook that failed and an error outside of any test are failures too, although
 * no test stands for them; so is a project in which nothing ran.
 * @param {VitestReport | undefined} report
 * @param {number} exitCode
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countTests(report, exitCode) {
  const files = report?.testResults ?? [];
  const statuses = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const passed = statuses.filter((status) => status === "passed").length;
  const failedTests = statuses.filter((status) => status === "failed").length;
  const brokenFiles = files.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed"),
  ).length;
  const failed = failedTests + brokenFiles;
  const unexplained = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + unexplained, skipped: statuses.length - passed - failedTests };
}

/** The three files whose tests took longest. @param {VitestReport | undefined} report @returns {string[]} */
export function slowestFiles(report) {
  const timed = (report?.testResults ?? []).map(({ name = "", startTime = 0, endTime = 0 }) => ({
    name: relative(projectRoot, name),
    seconds: Math.round((endTime - startTime) / 1000),
  }));
  timed.sort((a, b) => b.seconds - a.seconds);
  const slowest = timed.slice(0, 3).filter(({ seconds }) => seconds >= 10);
  return slowest.map(({ name, seconds }) => `slow: ${name} ${seconds} s`);
}

/**
 * Tests that passed only when they were run again, with what the first attempt said: each is a defect to be found.
 * @param {VitestReport | undefined} report
 * @returns {string[]}
 */
export function retriedTests(report) {
  return (report?.testResults ?? []).flatMap(({ name = "", assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === "passed" && failureMessages.length > 0)
      .map(
        ({ title, failureMessages = [] }) =>
          `passed on the second attempt: ${relative(projectRoot, name)}: ${title}\n${shorten(failureMessages[0] ?? "")}`,
      ),
  );
}

/** What failed and where in our own files. @param {string} failure @returns {string} */
function shorten(failure) {
  const lines = failure
    .replaceAll(`${projectRoot}/`, "")
    .split("\n")
    .map((line) => line.trimEnd());
  const ours = lines.filter((line) => !/node_modules|node:internal/.test(line));
  return ours
    .slice(0, 15)
    .map((line) => `        ${line}`)
    .join("\n");
}

/** @param {string} path @returns {VitestReport | undefined} */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined; // vitest ended before it could write one
  }
}
