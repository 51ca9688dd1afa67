import { expect, test } from "vitest";
import { derivedFlag, isUntyped, untyped, withFigure } from "./assay-value-inputs.tsx";

const limits = { ...untyped, lod: "0.001", loq: "0.003" };

test("the flag follows from the value and the limits", () => {
  expect(derivedFlag({ ...limits, value: "0.0005" })).toBe("notDetected");
  expect(derivedFlag({ ...limits, value: "0.002" })).toBe("belowLoq");
  expect(derivedFlag({ ...limits, value: "0.003" })).toBe("quantified");
  expect(derivedFlag({ ...limits, value: "" })).toBe("quantified");
});

test("typing a value takes the flag along until somebody chose another one", () => {
  expect(withFigure(limits, "value", "0.002").flag).toBe("belowLoq");
  const chosen = { ...limits, flag: "rejected" as const };
  expect(withFigure(chosen, "value", "0.002").flag).toBe("rejected");
});

test("limits that the method filled in are no result, those that were typed are", () => {
  const filled = { lod: "0.001", loq: "0.003" };
  expect(isUntyped(limits, filled)).toBe(true);
  expect(isUntyped(limits)).toBe(false);
  expect(isUntyped({ ...limits, loq: "0.004" }, filled)).toBe(false);
  expect(isUntyped({ ...limits, value: "0.002" }, filled)).toBe(false);
  expect(isUntyped({ ...limits, flag: "notDetected" }, filled)).toBe(false);
});
