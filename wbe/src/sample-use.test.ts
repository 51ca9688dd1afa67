import { describe, expect, test } from "vitest";
import { type CompositeRecord, compositeQuality, pairResult, sampleUse } from "./sample-use.ts";
import { ngPerL } from "./units.ts";

test.each([
  ["composite24", "daily"],
  ["duplicate", "daily"],
  ["grab", "onRequest"],
  ["fieldBlank", "never"],
  ["tripBlank", "never"],
  ["spike", "never"],
  // Of part of a day, or of a kind that is not known here.
  ["composite", "onRequest"],
  ["", "onRequest"],
])("a sample of the kind %s becomes a load: %s", (kind, use) => {
  expect(sampleUse(kind)).toBe(use);
});

describe("a duplicate pair of 40 and 60 ng/L", () => {
  const pair = { primary: ngPerL("40"), duplicate: ngPerL("60") };
  test("is 50 ng/L with a difference of 40 %", () => {
    const { concentration, relativeDifference } = pairResult({ ...pair, rule: "mean" });
    expect(concentration.toString()).toBe("50");
    expect(relativeDifference).toBe(40);
  });

  test("is its primary where the laboratory chose so, with the same difference", () => {
    const { concentration, relativeDifference } = pairResult({ ...pair, rule: "primary" });
    expect(concentration.toString()).toBe("40");
    expect(relativeDifference).toBe(40);
  });

  test("of nothing has no difference, and an unknown rule is refused", () => {
    const nothing = { primary: ngPerL(0), duplicate: ngPerL(0), rule: "mean" as const };
    expect(pairResult(nothing).relativeDifference).toBeNull();
    expect(() => pairResult({ ...pair, rule: "highest" as "mean" })).toThrow(
      expect.objectContaining({ code: "unknown", field: "rule" }),
    );
  });
});

const good: CompositeRecord = {
  ...{ aliquotsTaken: 96, aliquotsMissed: 0, boxTempMax: 8, heldHours: 24, holdingHours: 24 },
};

describe("the record of a composite", () => {
  test.each<[string, Partial<CompositeRecord>, string[], string[]]>([
    ["whole, cold and in time", {}, [], []],
    ["with one aliquot missed", { aliquotsTaken: 95, aliquotsMissed: 1 }, ["aliquotsMissed"], []],
    ["with a fifth missed", { aliquotsTaken: 80, aliquotsMissed: 20 }, ["aliquotsMissed"], []],
    ["with more missed", { aliquotsTaken: 79, aliquotsMissed: 21 }, ["aliquotsMissed"], ["aliquotsMissed"]],
    ["warm", { boxTempMax: 8.1 }, ["boxWarm"], []],
    ["at the limit of 12", { boxTempMax: 12 }, ["boxWarm"], []],
    ["warmer", { boxTempMax: 12.1 }, ["boxWarm"], ["boxWarm"]],
    ["held too long", { heldHours: 24.1 }, ["holdingExceeded"], []],
    ["held half as long again", { heldHours: 36 }, ["holdingExceeded"], []],
    ["held longer", { heldHours: 36.1 }, ["holdingExceeded"], ["holdingExceeded"]],
    ["frozen", { boxTempMax: -3 }, [], []],
    ["of which nothing is known", { aliquotsTaken: null, aliquotsMissed: null, boxTempMax: null }, [], []],
    ["held without a limit", { heldHours: 99, holdingHours: null }, [], []],
    ["never received", { heldHours: null }, [], []],
  ])("%s", (_, change, flags, beyond) => {
    const quality = compositeQuality({ ...good, ...change });
    expect(quality.flags).toEqual(flags);
    expect(quality.beyond).toEqual(beyond);
  });

  test("widens the sampling uncertainty by the aliquots that are missing", () => {
    const quality = compositeQuality({ ...good, aliquotsTaken: 25, aliquotsMissed: 75 });
    expect(quality.missedShare).toBe(0.75);
    expect(quality.samplingGrowth).toBe(2);
    expect(compositeQuality({ ...good, aliquotsTaken: null })).toMatchObject({
      missedShare: null,
      samplingGrowth: 1,
    });
    expect(compositeQuality({ ...good, aliquotsTaken: 0, aliquotsMissed: 5 })).toMatchObject({
      missedShare: 1,
      samplingGrowth: 1,
    });
  });

  test("is judged by the laboratory's own limits where it has set them", () => {
    const limits = { missedShare: 0.5, boxTempMax: 20, heldRatio: 3 };
    const poor = { ...good, aliquotsTaken: 60, aliquotsMissed: 40, boxTempMax: 15, heldHours: 60 };
    expect(compositeQuality(poor, limits)).toMatchObject({ beyond: [] });
    expect(compositeQuality(poor).beyond).toEqual(["aliquotsMissed", "boxWarm", "holdingExceeded"]);
  });

  test.each([
    ["aliquotsTaken", -1, "negative"],
    ["aliquotsMissed", Number.NaN, "notFinite"],
    ["heldHours", -1, "negative"],
    ["boxTempMax", Number.NaN, "notFinite"],
  ])("with %s of %s is refused", (field, value, code) => {
    expect(() => compositeQuality({ ...good, [field]: value })).toThrow(
      expect.objectContaining({ code, field }),
    );
  });
});
