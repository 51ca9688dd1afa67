import { describe, expect, test } from "vitest";
import type { AnalyteKey } from "./analyte.ts";
import {
  amphetamineState,
  consumptionBar,
  ratiosOf,
  withoutMethamphetamine,
  withoutTherapeutic,
} from "./consumption-rule.ts";
import { type Fraction, fraction, mgPerDay, mgPerDayPer1000, type NgPerL, ngPerL } from "./units.ts";

describe("amphetamine alongside 100 ng/L methamphetamine", () => {
  test.each([
    ["3.99", "below"],
    ["4", "ambiguous"],
    ["19", "ambiguous"],
    ["19.01", "share"],
    ["100", "share"],
    ["100.01", "own"],
  ])("%s ng/L: %s", (value, state) => {
    const amphetamine = ngPerL(value);
    expect(amphetamineState({ amphetamine, methamphetamine: ngPerL(100) })).toBe(state);
  });

  test("is its own without methamphetamine", () => {
    const amphetamine = ngPerL(5);
    expect(amphetamineState({ amphetamine, methamphetamine: null })).toBe("own");
    expect(amphetamineState({ amphetamine, methamphetamine: ngPerL(0) })).toBe("own");
    expect(amphetamineState({ amphetamine: ngPerL(0), methamphetamine: ngPerL(0) })).toBe("own");
  });

  test("keeps what 0.09 of the methamphetamine leaves of it", () => {
    const own = withoutMethamphetamine({ amphetamine: mgPerDay(50), methamphetamine: mgPerDay(100) });
    expect(own.toString()).toBe("41");
    const less = { amphetamine: mgPerDay(5), methamphetamine: mgPerDay(100) };
    expect(() => withoutMethamphetamine(less)).toThrow(
      expect.objectContaining({ code: "negative", field: "amphetamine" }),
    );
  });
});

test("morphine keeps what the therapeutic share leaves of it", () => {
  const morphine = mgPerDayPer1000(200);
  expect(withoutTherapeutic({ morphine, therapeuticShare: fraction(0.75) }).toString()).toBe("50");
  for (const share of [1, 1.2, -0.1, Number.NaN]) {
    expect(() => withoutTherapeutic({ morphine, therapeuticShare: share as Fraction })).toThrow(
      expect.objectContaining({ code: "outOfRange", field: "therapeuticShare" }),
    );
  }
});

const plain = {
  ...{ analyte: "mdma" as AnalyteKey, isCensored: false, phase: "liquid" as const },
  ...{ isOwnFactor: false, hasTherapeuticShare: false, amphetamine: "own" as const },
};

test.each([
  ["MDMA", {}, null],
  ["a result below the LOQ", { isCensored: true }, "censored"],
  ["amphetamine of its own", { analyte: "amphetamine" }, null],
  ["amphetamine with a share", { analyte: "amphetamine", amphetamine: "share" }, null],
  [
    "amphetamine that may all be a residue",
    { analyte: "amphetamine", amphetamine: "ambiguous" },
    "amphetamineFromMethamphetamine",
  ],
  [
    "less amphetamine than methamphetamine leaves",
    { analyte: "amphetamine", amphetamine: "below" },
    "amphetamineBelowMethamphetamine",
  ],
  ["methamphetamine in such a sample", { analyte: "methamphetamine", amphetamine: "ambiguous" }, null],
  ["methamphetamine in another", { analyte: "methamphetamine", amphetamine: "below" }, null],
  ["morphine", { analyte: "morphine", isOwnFactor: true }, "noTherapeuticShare"],
  ["morphine with its share", { analyte: "morphine", hasTherapeuticShare: true }, null],
  ["parent cocaine", { analyte: "cocaine" }, "unstableMarker"],
  ["6-MAM", { analyte: "mam6" }, "unstableMarker"],
  ["parent cocaine with an own factor", { analyte: "cocaine", isOwnFactor: true }, null],
  ["6-MAM with an own factor", { analyte: "mam6", isOwnFactor: true }, null],
  ["benzoylecgonine", { analyte: "benzoylecgonine" }, null],
  ["THC-COOH in the liquid", { analyte: "thccooh", isOwnFactor: true }, "liquidPhaseOnly"],
  ["THC-COOH, total", { analyte: "thccooh", phase: "total" }, null],
  ["cotinine", { analyte: "cotinine" }, "notAStreetDrug"],
  ["cotinine with an own factor", { analyte: "cotinine", isOwnFactor: true }, null],
] as const)("consumption from %s", (_, change, bar) => {
  expect(consumptionBar({ ...plain, ...change })).toBe(bar);
});

describe("the ratios of a sample", () => {
  const found = (results: Partial<Record<AnalyteKey, string>>) =>
    ratiosOf(
      new Map<AnalyteKey, NgPerL>(
        Object.entries(results).map(([key, value]) => [key as AnalyteKey, ngPerL(value)]),
      ),
    ).map(({ over, ratio, isDumped }) => [over, ratio, isDumped]);
  const bandOf = (amphetamine: string) => {
    const results = new Map<AnalyteKey, NgPerL>([
      ["amphetamine", ngPerL(amphetamine)],
      ["methamphetamine", ngPerL("100")],
    ]);
    return ratiosOf(results).map(({ over, under, band, isInBand, isDumped }) => [
      ...[over, under, band?.low, band?.high, isInBand, isDumped],
    ]);
  };

  test("call cocaine more likely dumped above 0.75 of benzoylecgonine", () => {
    expect(found({ cocaine: "75", benzoylecgonine: "100" })).toEqual([["cocaine", 0.75, false]]);
    expect(found({ cocaine: "76", benzoylecgonine: "100" })).toEqual([["cocaine", 0.76, true]]);
  });

  test("without an accepted limit have no verdict, and over nothing are not made", () => {
    expect(found({ ketamine: "300", norketamine: "100" })).toEqual([["ketamine", 3, false]]);
    expect(found({ mda: "300", mdma: "0" })).toEqual([]);
    expect(found({ cocaine: "300" })).toEqual([]);
    expect(found({ norketamine: "300" })).toEqual([]);
  });

  test.each([
    ["3.99", false],
    ["4", true],
    ["19", true],
    ["19.01", false],
    ["300", false],
  ])("place amphetamine of %s ng/L over 100 of methamphetamine in the band: %s", (value, isInBand) => {
    expect(bandOf(value)).toEqual([["amphetamine", "methamphetamine", "0.04", "0.19", isInBand, false]]);
  });

  test("name the source of each limit", () => {
    const all: AnalyteKey[] = ["cocaine", "benzoylecgonine", "ketamine", "norketamine", "mda", "mdma"];
    const found = ratiosOf(new Map(all.map((key) => [key, ngPerL("1")])));
    expect(found.map(({ above, source }) => [above, source.slice(0, 10)])).toEqual([
      ["0.75", "van Nuijs "],
      [null, "no limit a"],
      [null, "no limit a"],
    ]);
  });
});
