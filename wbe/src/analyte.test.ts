import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { analyteKeys, categories, parseAnalytes } from "./analyte.ts";
import { categorySums } from "./category-sum.ts";
import { correctionFactor } from "./consumption.ts";
import { fraction, gPerMol, mgPerDay } from "./units.ts";

const json: unknown = JSON.parse(readFileSync(new URL("../../data/analytes.json", import.meta.url), "utf8"));
const analytes = parseAnalytes(json);

test("the product ships the 18 analytes in six categories", () => {
  expect(analytes.map(({ key }) => key).sort()).toEqual([...analyteKeys].sort());
  const used = new Set(analytes.flatMap(({ category }) => category ?? []));
  expect(used).toEqual(new Set(categories));
});

test("each default factor agrees with the formula within 2 %", () => {
  const withFactor = analytes.filter(
    ({ cf_default, excretion_fraction }) => cf_default && excretion_fraction,
  );
  expect(withFactor.length).toBeGreaterThan(9);
  for (const { key, mw, parent_mw, excretion_fraction, cf_default } of withFactor) {
    const factor = correctionFactor({
      parentMass: gPerMol(parent_mw),
      residueMass: gPerMol(mw),
      excretedFraction: fraction(excretion_fraction ?? 0),
    });
    expect(Math.abs(factor / (cf_default ?? 0) - 1), key).toBeLessThan(0.02);
  }
});

test.each([
  ["not a list", {}],
  ["an unknown analyte", [{ ...analytes[0], key: "aspirin" }]],
  ["a weight of zero", [{ ...analytes[0], mw: 0 }]],
  ["more excreted than taken", [{ ...analytes[0], excretion_fraction: 1.2 }]],
])("%s is malformed", (_, bad) => {
  expect(() => parseAnalytes(bad)).toThrow(expect.objectContaining({ name: "WbeError", code: "malformed" }));
});

test("an analyte listed twice is refused", () => {
  expect(() => parseAnalytes([analytes[0], analytes[0]])).toThrow(
    expect.objectContaining({ code: "duplicate" }),
  );
});

const entry = (analyte: (typeof analyteKeys)[number], load: string, substituted = false) => ({
  analyte,
  load: mgPerDay(load),
  substituted,
});

test("categories add their residues exactly; cotinine and codeine are in none", () => {
  const loads = [entry("mdma", "0.1"), entry("mda", "0.2"), entry("cotinine", "5000"), entry("codeine", "7")];
  const sums = categorySums({ loads: [...loads, entry("mam6", "0", true)], analytes });
  expect(sums.map(({ category, load }) => `${category} ${load}`)).toEqual([
    "heroin 0",
    "cocaine null",
    "ecstasy 0.3",
    "weed null",
    "specialK null",
    "meth null",
  ]);
  expect(sums[0]).toMatchObject({ analytes: ["mam6"], substituted: 1 });
});

test("an analyte counted twice or without a row is refused", () => {
  const twice = [entry("mdma", "1"), entry("mdma", "2")];
  expect(() => categorySums({ loads: twice, analytes })).toThrow(
    expect.objectContaining({ code: "duplicate" }),
  );
  const unknown = { loads: [entry("mdma", "1")], analytes: [] };
  expect(() => categorySums(unknown)).toThrow(expect.objectContaining({ code: "unknown", field: "analyte" }));
});
