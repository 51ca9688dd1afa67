/** `npm run bench [name]`: bundles a benchmark and runs it; without a name all of them, one after the other. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "../setup/builds.mjs";
import { ensureInstalled } from "../setup/install.mjs";
import { projectRoot } from "../setup/project-root.mjs";
import { runMain, Sentence } from "../setup/sentence.mjs";
import { startService, stopRequested } from "./service.mjs";

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  const names = chosenBenches(name);
  await ensureInstalled();
  await ensureBuilt();
  for (const chosen of names) {
    const code = await runBench(chosen, args);
    if (code !== 0) return code;
  }
  return 0;
});

/** @param {string | undefined} name */
function chosenBenches(name) {
  const suffix = ".bench.ts";
  const sources = join(projectRoot, "bench", "src");
  const known = (existsSync(sources) ? readdirSync(sources) : [])
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length));
  if (name === undefined) return known;
  if (known.includes(name)) return [name];
  throw new Sentence(`There is no benchmark ${name}. Available: ${known.join(", ") || "none yet"}.`);
}

/** @param {string} name @param {string[]} args */
async function runBench(name, args) {
  // Loaded here, for it needs packages, and they are there only after the set-up.
  const { bundle } = await import("../setup/bundle.mjs");
  if ((await bundle("bench", `src/${name}.bench.ts`, `dist/${name}.mjs`)) !== 0) return 1;
  const bench = startService([`bench/dist/${name}.mjs`, ...args], process.env);
  const stop = stopRequested(bench.kill).then(() => bench.stop(15_000));
  return Promise.race([bench.ended, stop]);
}
