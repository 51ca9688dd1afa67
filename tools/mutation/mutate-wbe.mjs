/**
 * How many mistakes in the arithmetic its own tests find: changes one line of `wbe/src` at a time, by a seeded draw, and
 * runs the tests of that workspace that reach it. A mutated line that no test fails on survives and is listed.
 *
 *   npm run mutation -- [--count 60] [--seed 20] [--only file.ts:line] [--list]
 *
 * Ends with 1 where more than a twentieth survives, or where EUDA's residue of cocaine taken for cocaine does.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drawMutations, eudaMutation, listMutations, sourceFolder } from "./mutations.mjs";

/** @typedef {import("./mutations.mjs").Mutation} Mutation */

const root = join(import.meta.dirname, "..", "..");
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "20" },
    only: { type: "string" },
    list: { type: "boolean", default: false },
  },
});

const files = readdirSync(sourceFolder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
const all = files.flatMap((name) => listMutations(name, readFileSync(join(sourceFolder, name), "utf8")));
const drawn = drawMutations(all, Number(values.count), Number(values.seed));
const chosen =
  values.only === undefined ? drawn : all.filter((one) => `${one.file}:${one.line}` === values.only);
if (values.list) for (const one of chosen) console.log(describe(one));
else run();

function run() {
  if (testsOf(null).status !== 0) throw new Error("the tests of wbe fail without any mistake");
  const survivors = chosen.filter((one) => !isFound(one));
  const isEudaFound = isFound(eudaMutation(all));
  const killed = chosen.length - survivors.length;
  console.log(`${killed} of ${chosen.length} killed (seed ${values.seed}, ${all.length} possible)`);
  for (const one of survivors) console.log(`survived: ${describe(one)}`);
  process.exitCode = isEudaFound && survivors.length <= chosen.length * 0.05 ? 0 : 1;
}

/** @param {Mutation} mutation */
function isFound(mutation) {
  const start = Date.now();
  const { status, signal } = testsOf(mutation);
  const isKilled = status !== 0;
  const took = `${((Date.now() - start) / 1000).toFixed(1)} s${signal === null ? "" : ", never ended"}`;
  console.log(`${isKilled ? "killed  " : "SURVIVED"} ${describe(mutation)} (${took})`);
  return isKilled;
}

/** @param {Mutation} mutation */
function describe({ file, line, from, to }) {
  return `${file}:${line} ${from.replace(/\s+/g, " ")} -> ${to}`;
}

/** @param {Mutation | null} mutation */
function testsOf(mutation) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const which = mutation === null ? ["run"] : ["related", join(sourceFolder, mutation.file), "--run"];
  const config = join(import.meta.dirname, "vitest.config.mjs");
  return spawnSync(process.execPath, [vitest, ...which, "--config", config, "--reporter", "dot"], {
    cwd: root,
    env: { ...process.env, MUTATION: JSON.stringify(mutation) },
    stdio: "ignore",
    timeout: 300_000,
    killSignal: "SIGKILL",
  });
}
