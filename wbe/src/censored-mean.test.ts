import { describe, expect, test } from "vitest";
import { kaplanMeierMean, type LimitedResult, limitedMean, limitedSum, upperBound } from "./censored-mean.ts";
import { ngPerL } from "./units.ts";

const found = (value: number): LimitedResult => ({
  ...{ flag: "quantified", value: ngPerL(value), lod: ngPerL(1), loq: ngPerL(4) },
});
const below = (flag: LimitedResult["flag"] = "belowLoq"): LimitedResult => ({
  ...{ flag, value: null, lod: ngPerL(1), loq: ngPerL(4) },
});

test("what was not detected lies below the LOD, what was not quantified below the LOQ", () => {
  expect(upperBound(below("notDetected"))?.toString()).toBe("1");
  expect(upperBound(below())?.toString()).toBe("4");
  expect(upperBound({ ...below("notDetected"), lod: null })?.toString()).toBe("4");
  expect(upperBound({ ...below(), lod: null })?.toString()).toBe("4");
  expect(upperBound({ ...below(), loq: null })).toBeNull();
  expect(upperBound(found(9))).toBeNull();
  expect(upperBound(below("rejected"))).toBeNull();
  expect(() => upperBound({ ...below(), loq: ngPerL(0) })).toThrow(
    expect.objectContaining({ code: "notPositive", field: "limit" }),
  );
});

describe("a mean by the directive", () => {
  test("takes half of the LOQ, and is '< LOQ' where it lies below it", () => {
    // (5 + 2 + 2) / 3 = 3, below 4.
    const mean = limitedMean([found(5), below(), below("notDetected")]);
    expect([mean?.mean, mean?.loq].map(String)).toEqual(["3", "4"]);
    expect(mean?.isBelow).toBe(true);
    expect(limitedMean([found(6), below()])).toMatchObject({ isBelow: false });
    expect(limitedMean([found(6), below()])?.mean.toString()).toBe("4");
  });

  test("judges by the highest LOQ, and leaves out what is no result", () => {
    const high = { ...below(), loq: ngPerL(20) };
    // (12 + 10) / 2 = 11.
    expect(limitedMean([found(12), high])).toMatchObject({ isBelow: true });
    expect(limitedMean([high, found(12)])?.loq.toString()).toBe("20");
    expect(limitedMean([found(8), below("rejected"), below("aboveRange")])?.mean.toString()).toBe("8");
    expect(limitedMean([below("rejected")])).toBeNull();
    const bare = { ...found(8), loq: null };
    expect(() => limitedMean([bare])).toThrow(expect.objectContaining({ code: "missing", field: "loq" }));
    const lost = { ...found(8), value: null };
    expect(() => limitedMean([lost])).toThrow(expect.objectContaining({ code: "missing", field: "value" }));
  });
});

test("a sum takes what lies below a limit as zero", () => {
  expect(limitedSum([found(8), below(), below("notDetected"), found(2)])?.toString()).toBe("10");
  expect(limitedSum([below()])?.toString()).toBe("0");
  expect(limitedSum([below("rejected")])).toBeNull();
});

describe("Kaplan and Meier", () => {
  const values = (...some: (number | string)[]) =>
    some.map((one) => ({
      value: Number(String(one).replace("<", "")),
      isBound: String(one).startsWith("<"),
    }));

  test("without bounds is the plain mean", () => {
    expect(kaplanMeierMean(values(1, 2, 3, 4, 10))).toBeCloseTo(4, 12);
    expect(kaplanMeierMean(values(2, 2, 2, 4, 10))).toBeCloseTo(4, 12);
  });

  test("worked by hand: 10, 6, <5, 4, <3", () => {
    // At 10: 1/5. At 6: 4/5 x 1/4 = 1/5. At 4: 3/5 x 1/2 = 3/10 (4 and <3 are at or below it). At 3 the rest, 3/10.
    expect(kaplanMeierMean(values(10, 6, "<5", 4, "<3"))).toBeCloseTo(2 + 1.2 + 1.2 + 0.9, 12);
  });

  test("a bound at a value lies below it", () => {
    // At 6 all five are at or below: 2/5, then 4 takes 3/5 x 1/2 of it, and 2 the rest.
    expect(kaplanMeierMean(values(6, 6, "<6", 4, 2))).toBeCloseTo(2.4 + 1.2 + 0.6, 12);
  });

  test("needs five values, and one that was measured", () => {
    expect(kaplanMeierMean(values(1, 2, 3, 4))).toBeNull();
    expect(kaplanMeierMean(values("<1", "<1", "<1", "<1", "<1"))).toBeNull();
    expect(() => kaplanMeierMean([{ value: -1, isBound: false }])).toThrow(
      expect.objectContaining({ code: "negative" }),
    );
  });
});
