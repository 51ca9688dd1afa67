import { expect, test } from "vitest";
import { missingOf } from "./decision-table.tsx";

const whole = {
  ...{ method: "LC-MS/MS", batchId: 3, uncertainty: "0.1", flag: "quantified" as const },
  ...{ recovery: 95, source: "lcms" as const },
};

test("a result says what it lacks before it is approved", () => {
  expect(missingOf(whole)).toEqual([]);
  expect(missingOf({ ...whole, method: "", batchId: null, uncertainty: null, recovery: null })).toEqual([
    ...["method", "batch", "uncertainty", "recovery"],
  ]);
});

test("a detector in the field has no batch and no internal standard, and what was not detected has no uncertainty", () => {
  expect(missingOf({ ...whole, source: "handheld", batchId: null, recovery: null })).toEqual([]);
  expect(missingOf({ ...whole, flag: "notDetected", uncertainty: null })).toEqual([]);
});
