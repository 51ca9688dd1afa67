import { expect, test } from "vitest";
import { countTests, retriedTests, slowestFiles } from "./vitest-project.mjs";

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

test("the slowest files are reported, and what passed only at the second try", () => {
  const took = (name: string, seconds: number) => ({
    ...file("passed", "passed"),
    name,
    startTime: 1000,
    endTime: 1000 + seconds * 1000,
  });
  const report = { testResults: [took("a.test.ts", 12), took("b.test.ts", 3), took("c.test.ts", 40)] };
  expect(slowestFiles(report).map((line) => line.replace(/^.*\//, "").replace("slow: ", ""))).toEqual([
    "c.test.ts 40 s",
    "a.test.ts 12 s",
  ]);
  const again = {
    status: "passed",
    title: "a page closes",
    failureMessages: ["no button\n    at e2e/a.test.ts:3"],
  };
  const twice = { name: "e2e/a.test.ts", status: "passed", assertionResults: [{ status: "passed" }, again] };
  const [line, ...more] = retriedTests({ testResults: [twice] });
  expect(line).toMatch(
    /^passed on the second attempt: .*a.test.ts: a page closes\n +no button\n +at e2e\/a.test.ts:3$/,
  );
  expect(more).toEqual([]);
});
