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
  ...{
    aliquotsTaken: 96,
    aliquotsMissed: 0,
    maxGap: 120,
    flowSampled: 95,
    boxTempMax: 8,
    heldHours: 24,
    holdingHours: 24,
  },
};

describe("the record of a composite", () => {
  test.each<[string, Partial<CompositeRecord>, string[], string[]]>([
    ["whole, cold and in time", {}, [], []],
    ["with one aliquot missed", { aliquotsTaken: 95, aliquotsMissed: 1 }, ["aliquotsMissed"], []],
    ["with a fifth missed", { aliquotsTaken: 80, aliquotsMissed: 20 }, ["aliquotsMissed"], []],
    ["with more missed", { aliquotsTaken: 79, aliquotsMissed: 21 }, ["aliquotsMissed"], ["aliquotsMissed"]],
    ["with a gap of more than two hours", { maxGap: 121 }, ["longGap"], []],
    ["with a gap of four hours", { maxGap: 240 }, ["longGap"], []],
    ["with a longer gap", { maxGap: 241 }, ["longGap"], ["longGap"]],
    ["of less than 95 % of the flow", { flowSampled: 94.9 }, ["flowMissed"], []],
    ["of four fifths of the flow", { flowSampled: 80 }, ["flowMissed"], []],
    ["of less of the flow", { flowSampled: 79.9 }, ["flowMissed"], ["flowMissed"]],
    ["taken while there was no flow", { flowSampled: 0 }, ["flowMissed"], ["flowMissed"]],
    ["whose coverage is not known", { maxGap: null, flowSampled: null }, [], []],
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

  test("widens it by the flow that was not sampled, where that is the larger part", () => {
    const growthOf = (change: Partial<CompositeRecord>) =>
      compositeQuality({ ...good, flowSampled: null, ...change }).samplingGrowth;
    expect(growthOf({ flowSampled: 25 })).toBe(2);
    expect(growthOf({ flowSampled: 64 })).toBeCloseTo(1.25, 12);
    expect(growthOf({ aliquotsTaken: 25, aliquotsMissed: 75, flowSampled: 64 })).toBe(2);
    expect(growthOf({ flowSampled: 100 })).toBe(1);
    // Nothing flowed, of which no share can be said.
    expect(growthOf({ flowSampled: 0 })).toBe(1);
  });

  test("is judged by the laboratory's own limits where it has set them", () => {
    const limits = { missedShare: 0.5, maxGap: 600, flowSampled: 40, boxTempMax: 20, heldRatio: 3 };
    const kept = { boxTempMax: 15, heldHours: 60 };
    const poor = {
      ...good,
      aliquotsTaken: 60,
      aliquotsMissed: 40,
      maxGap: 480,
      flowSampled: 55,
      ...kept,
    };
    expect(compositeQuality(poor, limits)).toMatchObject({ beyond: [] });
    expect(compositeQuality(poor).beyond).toEqual([
      ...["aliquotsMissed", "longGap", "flowMissed", "boxWarm", "holdingExceeded"],
    ]);
  });

  test.each([
    ["aliquotsTaken", -1, "negative"],
    ["aliquotsMissed", Number.NaN, "notFinite"],
    ["maxGap", -1, "negative"],
    ["flowSampled", -1, "outOfRange"],
    ["flowSampled", 100.1, "outOfRange"],
    ["heldHours", -1, "negative"],
    ["boxTempMax", Number.NaN, "notFinite"],
  ])("with %s of %s is refused", (field, value, code) => {
    expect(() => compositeQuality({ ...good, [field]: value })).toThrow(
      expect.objectContaining({ code, field }),
    );
  });
});
