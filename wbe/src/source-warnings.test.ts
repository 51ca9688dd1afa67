import { describe, expect, test } from "vitest";
import { type SourceWarning, sourceWarnings, type WarnedResult, warningsFor } from "./source-warnings.ts";
import { forbidsTrend } from "./trend-ban.ts";
import { ngPerL } from "./units.ts";

const quantified = (
  sample: string,
  analyte: WarnedResult["analyte"],
  value: string,
  phase: WarnedResult["phase"] = "liquid",
): WarnedResult => ({ sample, analyte, flag: "quantified", concentration: ngPerL(value), phase });
const below = (sample: string, analyte: WarnedResult["analyte"]): WarnedResult => ({
  sample,
  analyte,
  flag: "belowLoq",
  concentration: null,
  phase: "liquid",
});
const keys = (results: readonly WarnedResult[]) =>
  warningsFor(results).map(({ key, analyte }) => `${key} ${analyte}`);

test("morphine, methcathinone and cotinine are warned of wherever they are shown", () => {
  const results = [quantified("A", "morphine", "80"), quantified("A", "methcathinone", "2")];
  expect(keys([...results, quantified("A", "cotinine", "1500"), quantified("A", "ketamine", "9")])).toEqual([
    "morphineIsNotHeroin morphine",
    "methcathinoneFromEphedrine methcathinone",
    "cotinineIsDenominator cotinine",
  ]);
  expect(sourceWarnings.morphineIsNotHeroin.alongside).toEqual(["mam6", "codeine"]);
});

describe("amphetamine alongside 100 ng/L methamphetamine", () => {
  test.each([
    ["3.99", false],
    ["4", true],
    ["19", true],
    ["19.01", false],
  ])("%s ng/L: %s", (value, warned) => {
    const results = [quantified("A", "amphetamine", value), quantified("A", "methamphetamine", "100")];
    expect(keys(results)).toEqual(warned ? ["amphetamineFromMethamphetamine amphetamine"] : []);
  });

  test("is compared within its own sample, and only where both are quantified", () => {
    expect(keys([quantified("A", "amphetamine", "10"), quantified("B", "methamphetamine", "100")])).toEqual(
      [],
    );
    expect(keys([quantified("A", "amphetamine", "0"), quantified("A", "methamphetamine", "0")])).toEqual([]);
    expect(keys([quantified("A", "amphetamine", "10"), below("A", "methamphetamine")])).not.toContain(
      "amphetamineFromMethamphetamine amphetamine",
    );
  });
});

test("amphetamine below the LOQ, and other analytes within the same ratio, say nothing of methamphetamine", () => {
  const meth = quantified("A", "methamphetamine", "100");
  const limited = { ...below("A", "amphetamine"), concentration: ngPerL("10") };
  const others = [below("A", "amphetamine"), limited, quantified("A", "ketamine", "10")];
  for (const one of others) {
    expect(keys([meth, one])).not.toContain(`amphetamineFromMethamphetamine ${one.analyte}`);
  }
});

test("cannabis markers are warned of in the liquid phase only", () => {
  expect(keys([quantified("A", "thccooh", "300"), quantified("A", "cbd", "20", "total")])).toEqual([
    "cannabisOnSolids thccooh",
  ]);
});

test("more than half below the LOQ forbids a trend; half does not; rejected results do not count", () => {
  const half = [below("A", "ketamine"), quantified("B", "ketamine", "9")];
  expect(keys(half)).toEqual([]);
  const rejected: WarnedResult = { ...below("C", "ketamine"), flag: "rejected" };
  expect(keys([...half, rejected])).toEqual([]);
  expect(warningsFor([...half, { ...below("D", "ketamine"), flag: "notDetected" }])).toEqual([
    { key: "noTrendBelowLoq", analyte: "ketamine", samples: ["A", "D"] },
  ]);
});

test("no results, no warnings; a quantified result needs its value", () => {
  expect(warningsFor([])).toEqual([]);
  const missing: WarnedResult = { ...quantified("A", "mdma", "1"), concentration: null };
  expect(() => warningsFor([missing])).toThrow(
    expect.objectContaining({ code: "missing", field: "concentration" }),
  );
});

test("each warning names a source", () => {
  const all: SourceWarning[] = Object.values(sourceWarnings);
  expect(all.every(({ source }) => source.length > 20)).toBe(true);
});

test("a flag that is none is refused", () => {
  const results = [{ flag: "guessed" as "quantified" }];
  expect(() => forbidsTrend(results)).toThrow(expect.objectContaining({ code: "unknown", field: "flag" }));
  expect(forbidsTrend([{ flag: "belowLoq" }, { flag: "quantified" }])).toBe(false);
  expect(forbidsTrend([{ flag: "belowLoq" }, { flag: "rejected" }])).toBe(true);
});
