/** The parts of `npm test` and of `npm run test:long`: one after the other, each counted, none stops the next. */
import { Sentence, secondsSince } from "../setup/sentence.mjs";

/** @typedef {import("./vitest-project.mjs").Count} Count */

/**
 * @typedef {object} TestPart
 * @property {string} name
 * @property {() => Promise<Count>} run
 */

/**
 * @param {readonly TestPart[]} parts
 * @returns {Promise<number>} exit code; the last line printed is `N passed, N failed`
 */
export async function runTestParts(parts) {
  let passed = 0;
  let failed = 0;
  for (const part of parts) {
    const count = await runPart(part);
    passed += count.passed;
    failed += count.failed;
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** @param {TestPart} part @returns {Promise<Count>} */
async function runPart({ name, run }) {
  const began = Date.now();
  const count = await run().catch(countSentence);
  const ranNothing = count.passed + count.failed === 0;
  const failed = count.failed + (ranNothing ? 1 : 0);
  if (failed > 0 && count.output !== "") console.log(count.output.trimEnd());
  if (ranNothing) console.log(`${name}: no test ran`);
  for (const note of count.notes ?? []) console.log(`      ${note}`);
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
  const verdict = failed > 0 ? "FAIL" : "PASS";
  console.log(
    `${verdict}  ${name}: ${count.passed} passed, ${failed} failed${skipped}, ${secondsSince(began)}\n`,
  );
  return { ...count, failed };
}

/**
 * A set-up that did not succeed is one failure of its part; the parts after it are run all the same.
 * @param {unknown} error
 * @returns {Count}
 */
function countSentence(error) {
  if (!(error instanceof Sentence) || error.message === "") throw error;
  return { passed: 0, failed: 1, skipped: 0, output: error.message };
}
