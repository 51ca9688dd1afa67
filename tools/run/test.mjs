/** `npm test`: check, unit, component, server and browser tests on a fresh checkout; `-- --only server` runs one part. */
import { ensureBrowser } from "../setup/browser.mjs";
import { ensureBuilt } from "../setup/builds.mjs";
import { ensureInstalled } from "../setup/install.mjs";
import { runMain, Sentence } from "../setup/sentence.mjs";
import { runCheckParts } from "./check-parts.mjs";
import { runTestParts } from "./test-parts.mjs";
import { runVitest } from "./vitest-project.mjs";

/** @type {import("./test-parts.mjs").TestPart[]} */
const parts = [
  { name: "check", run: runCheck },
  { name: "unit", run: () => runVitest(["unit"]) },
  { name: "components", run: () => runVitest(["components"]) },
  {
    name: "server",
    run: async () => {
      await ensureBuilt();
      return runVitest(["server"]);
    },
  },
  {
    name: "e2e",
    run: async () => {
      await ensureBuilt();
      return runVitest(["e2e", "timed"], { env: { CHROMIUM_PATH: await ensureBrowser() } });
    },
  },
];

await runMain(async () => {
  const chosen = chosenParts(process.argv.slice(2));
  await ensureInstalled();
  return runTestParts(chosen);
});

/** Each part of the check counts as one test. @returns {Promise<import("./vitest-project.mjs").Count>} */
async function runCheck() {
  const results = await runCheckParts();
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, skipped: 0, output: "" };
}

/** @param {string[]} args */
function chosenParts(args) {
  if (args.length === 0) return parts;
  const names = parts.map(({ name }) => name);
  const [option, wanted = ""] = args.flatMap((arg) => arg.split("="));
  const chosen = wanted.split(",");
  if (option !== "--only" || chosen.some((name) => !names.includes(name))) {
    throw new Sentence(`npm test -- --only <part>, one or more of: ${names.join(",")}`);
  }
  return parts.filter(({ name }) => chosen.includes(name));
}
