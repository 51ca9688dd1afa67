/** `npm run test:long`: the slow tier, run before a release; an argument chooses files by a part of their name. */
import { ensureBrowser } from "../setup/browser.mjs";
import { ensureBuilt } from "../setup/builds.mjs";
import { ensureInstalled } from "../setup/install.mjs";
import { runMain } from "../setup/sentence.mjs";
import { runTestParts } from "./test-parts.mjs";
import { runVitest } from "./vitest-project.mjs";

await runMain(async () => {
  const files = process.argv.slice(2);
  await ensureInstalled();
  await ensureBuilt();
  const env = { CHROMIUM_PATH: await ensureBrowser() };
  return runTestParts([{ name: "long", run: () => runVitest(["long", "long-server"], { env, files }) }]);
});
