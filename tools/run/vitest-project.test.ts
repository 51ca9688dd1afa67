import { expect, test } from "vitest";
import { countTests } from "./vitest-project.mjs";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});

test("counts what passed, failed and was skipped", () => {
  const report = { testResults: [file("failed", "passed", "failed"), file("passed", "passed", "skipped")] };
  expect(countTests(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

test("a file that could not be loaded is a failure", () => {
  const report = { testResults: [file("failed"), file("passed", "passed")] };
  expect(countTests(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test("an error outside of any test is a failure", () => {
  expect(countTests({ testResults: [file("passed", "passed")] }, 1)).toMatchObject({ passed: 1, failed: 1 });
});

test("nothing run, or no report, is a failure", () => {
  expect(countTests({ testResults: [] }, 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(countTests(undefined, 137)).toMatchObject({ passed: 0, failed: 1 });
});
