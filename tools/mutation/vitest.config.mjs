/** Runs the tests of `wbe/` on a source that has one mistake in it: the files themselves are never changed. */
import { relative, sep } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { sourceFolder } from "./mutations.mjs";

/** @type {import("./mutations.mjs").Mutation | null} */
const mutation = JSON.parse(process.env["MUTATION"] ?? "null");

/** The tests next to the mutated file first: most mistakes are found there, and the first failure ends the run. */
class OwnTestsFirst extends BaseSequencer {
  /**
   * @override
   * @param {import("vitest/node").TestSpecification[]} specifications
   */
  async sort(specifications) {
    const own = mutation?.file.replace(/\.ts$/, ".test.ts") ?? "";
    const place = (/** @type {string} */ path) => (path.endsWith(sep + own) ? 0 : 1);
    return [...specifications].sort(
      (a, b) => place(a.moduleId) - place(b.moduleId) || a.moduleId.localeCompare(b.moduleId),
    );
  }
}

export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  cacheDir: "node_modules/.vite-mutation",
  plugins: [
    {
      name: "one-mistake",
      enforce: "pre",
      transform(code, id) {
        if (mutation === null || relative(sourceFolder, id) !== mutation.file) return null;
        return code.slice(0, mutation.start) + mutation.to + code.slice(mutation.end);
      },
    },
  ],
  test: {
    include: ["wbe/**/*.test.ts"],
    isolate: false,
    pool: "threads",
    maxWorkers: 1,
    bail: mutation === null ? 0 : 1,
    sequence: { sequencer: OwnTestsFirst },
    testTimeout: 30_000,
  },
});
