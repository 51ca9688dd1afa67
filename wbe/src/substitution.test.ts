import fc from "fast-check";
import { expect, test } from "vitest";
import { flagConcentration } from "./assay-flag.ts";
import { substitute, substitutions } from "./substitution.ts";
import { ngPerL } from "./units.ts";

// A measured value as it is written: up to nine digits before the point and six behind it.
const measuredText = fc
  .tuple(fc.nat(999_999_999), fc.nat(999_999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(6, "0")}`);

const limits = { lod: ngPerL("1"), loq: ngPerL("4"), upper: ngPerL("1000") };

test.each([
  ["0", "notDetected"],
  ["0.999", "notDetected"],
  ["1", "belowLoq"],
  ["3.999", "belowLoq"],
  ["4", "quantified"],
  ["1000", "quantified"],
  ["1000.001", "aboveRange"],
])("%s ng/L is %s (LOD 1, LOQ 4, highest calibrator 1000)", (value, flag) => {
  expect(flagConcentration({ ...limits, value: ngPerL(value) })).toBe(flag);
});

test("a method without an upper limit flags nothing above it", () => {
  expect(flagConcentration({ ...limits, upper: null, value: ngPerL("1e9") })).toBe("quantified");
});

test.each([
  ["lod", { lod: ngPerL(5) }],
  ["upper", { upper: ngPerL(3) }],
])("limits that contradict each other are refused: %s", (field, wrong) => {
  const input = { ...limits, ...wrong, value: ngPerL(3) };
  expect(() => flagConcentration(input)).toThrow(expect.objectContaining({ code: "inconsistent", field }));
});

test.each([
  ["zero", "0"],
  ["halfLoq", "2"],
  ["loq", "4"],
  ["loqOverSqrt2", "2.828427124746190097603377448419396157139343750753896146353359476"],
] as const)("LOQ 4 by the rule %s is as %s", (rule, value) => {
  for (const flag of ["belowLoq", "notDetected"] as const) {
    const got = substitute({ result: { flag, loq: ngPerL(4) }, rule });
    expect(got?.substituted).toBe(true);
    expect(got?.value.toString()).toBe(value);
  }
});

test("a quantified value is never touched, a rejected one never used", () => {
  for (const rule of substitutions) {
    const kept = substitute({ result: { flag: "quantified", value: ngPerL("5.55") }, rule });
    expect(kept).toMatchObject({ substituted: false });
    expect(kept?.value.toString()).toBe("5.55");
    expect(substitute({ result: { flag: "rejected" }, rule })).toBeNull();
    expect(substitute({ result: { flag: "aboveRange" }, rule })).toBeNull();
  }
});

test("zero <= LOQ/2 <= LOQ/sqrt2 <= LOQ", () => {
  fc.assert(
    fc.property(measuredText, (text) => {
      fc.pre(Number(text) > 0);
      const values = (["zero", "halfLoq", "loqOverSqrt2", "loq"] as const).map((rule) =>
        Number(substitute({ result: { flag: "belowLoq", loq: ngPerL(text) }, rule })?.value),
      );
      expect(values).toEqual([...values].sort((a, b) => a - b));
    }),
  );
});
