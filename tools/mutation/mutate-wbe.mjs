/**
 * How many mistakes in the arithmetic its own tests find: changes one line of `wbe/src` at a time, by a seeded draw, and
 * runs the tests of that workspace on it. A mutated line that no test fails on survives and is listed.
 *
 *   node tools/mutation/mutate-wbe.mjs [--count 60] [--seed 20] [--only file.ts:line]
 *
 * Each file is put back before the next, also when the run is interrupted.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drawMutations, eudaMutation, listMutations } from "./mutations.mjs";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "wbe", "src");
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "20" },
    only: { type: "string" },
  },
});

const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
const all = files.flatMap((name) => listMutations(name, readFileSync(join(folder, name), "utf8")));
const drawn = [eudaMutation(all), ...drawMutations(all, Number(values.count) - 1, Number(values.seed))];
const chosen =
  values.only === undefined ? drawn : all.filter((one) => `${one.file}:${one.line}` === values.only);
process.once("SIGINT", () => process.exit(1));
let killed = 0;
const survivors = [];
for (const one of chosen) {
  const isKilled = isFound(one);
  if (isKilled) killed += 1;
  else survivors.push(one);
  console.log(`${isKilled ? "killed  " : "SURVIVED"} ${one.file}:${one.line} ${one.from} -> ${one.to}`);
}
console.log(`${killed} of ${chosen.length} killed (seed ${values.seed}, ${all.length} possible)`);
for (const one of survivors) console.log(`survived: ${one.file}:${one.line} ${one.from} -> ${one.to}`);
process.exitCode = survivors.length > chosen.length * 0.05 ? 1 : 0;

/** @param {import("./mutations.mjs").Mutation} mutation */
function isFound({ file, start, end, to }) {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  const restore = () => writeFileSync(path, before);
  process.once("exit", restore);
  try {
    writeFileSync(path, before.slice(0, start) + to + before.slice(end));
    const args = ["run", "--project", "unit", "wbe", "--bail", "1", "--retry", "0", "--reporter", "dot"];
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const run = spawnSync(process.execPath, [vitest, ...args], {
      cwd: root,
      stdio: "ignore",
      timeout: 120_000,
    });
    return run.status !== 0;
  } finally {
    restore();
    process.removeListener("exit", restore);
  }
}
