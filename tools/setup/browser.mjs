/** Finds a Chromium for the browser tests, or installs one. */
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { projectRoot } from "./project-root.mjs";
import { lastLines, runChild } from "./run-child.mjs";
import { print, reportWhileWaiting, Sentence, secondsSince } from "./sentence.mjs";

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} the path of a browser that starts; tests get it as CHROMIUM_PATH
 */
export async function ensureBrowser(env = process.env) {
  const named = env["CHROMIUM_PATH"];
  if (named) {
    if (await starts(named)) return named;
    throw new Sentence(`CHROMIUM_PATH is set to ${named}, which does not start as a browser.`);
  }
  return (await firstThatStarts(browserPlaces(env))) ?? (await installBrowser());
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]} where a browser may be, the likeliest first
 */
export function browserPlaces(env) {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = [...(env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"];
  const applications = ["/Applications", join(homedir(), "Applications")].flatMap((folder) => [
    join(folder, "Google Chrome.app/Contents/MacOS/Google Chrome"),
    join(folder, "Chromium.app/Contents/MacOS/Chromium"),
  ]);
  const inFolders = names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
  return [...new Set([...inFolders, ...applications, ...playwrightPlace()])];
}

/** Where playwright-core keeps the browser that it installed. @returns {string[]} */
function playwrightPlace() {
  try {
    /** @type {{ chromium: { executablePath(): string } }} */
    const playwright = fromEndToEnd("playwright-core");
    return [playwright.chromium.executablePath()];
  } catch {
    return []; // not installed yet, or made for no platform like this one
  }
}

/** @param {string[]} paths */
async function firstThatStarts(paths) {
  for (const path of paths) {
    if (isExecutable(path) && (await starts(path))) return path;
  }
  return undefined;
}

/**
 * Being there is not enough: Ubuntu's `chromium-browser` is a script that only recommends a snap, and a fetched
 * browser may miss a library.
 * @param {string} path
 */
async function starts(path) {
  const { code, output } = await runChild([path, "--version"], { cwd: projectRoot, timeoutMs: 20_000 });
  return code === 0 && /\d+\.\d+/.test(output);
}

async function installBrowser() {
  /** @type {string[]} */
  const reasons = [];
  for (const { title, commands } of installers()) {
    const began = Date.now();
    print(`installing a browser for the tests: ${title}`);
    const failure = await firstFailure(commands);
    const path = await firstThatStarts(browserPlaces(process.env));
    if (path !== undefined) {
      print(`installed ${path} in ${secondsSince(began)}`);
      return path;
    }
    reasons.push(`${title}: ${failure ?? "installed, but it does not start (a library is missing)"}`);
  }
  throw new Sentence(
    `The browser tests need Chromium, and it could not be installed. Install it (for example \`apt-get install chromium\` as root) or set CHROMIUM_PATH to one.\n${reasons.join("\n")}`,
  );
}

/** @returns {{ title: string, commands: [string, ...string[]][] }[]} */
function installers() {
  const cli = fromEndToEnd.resolve("playwright-core/package.json").replace(/package\.json$/, "cli.js");
  const playwright = {
    title: "playwright-core install chromium",
    commands: [/** @type {[string, ...string[]]} */ ([process.execPath, cli, "install", "chromium"])],
  };
  const aptGet = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "apt-get"));
  if (process.getuid?.() !== 0 || !aptGet.some(isExecutable)) return [playwright];
  return [
    {
      title: "apt-get install chromium",
      commands: [
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "chromium"],
      ],
    },
    playwright,
  ];
}

/** @param {[string, ...string[]][]} commands */
async function firstFailure(commands) {
  for (const command of commands) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const { code, output } = await reportWhileWaiting(
      "still installing",
      runChild(command, { cwd: projectRoot, env }),
    );
    if (code !== 0) return lastLines(output.replace(/^\s+at .*\n?/gm, ""), 4); // without the installer's stack
  }
  return undefined;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const fromEndToEnd = createRequire(join(projectRoot, "e2e", "package.json"));
