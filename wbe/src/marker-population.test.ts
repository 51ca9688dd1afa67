import { expect, test } from "vitest";
import { meanContribution, populationOverDays, populationPart } from "./marker-population.ts";
import { inhabitants } from "./units.ts";

const days = (...values: number[]) => values.map(inhabitants);
const known = { concentration: 0.1, perInhabitant: 0.2, flow: 0.2 };

test("the population of several days is their median, which one discharge does not move", () => {
  expect(
    populationOverDays({ estimates: days(100_000, 104_000, 480_000), uncertainty: known }).population,
  ).toBe(104_000);
  expect(populationOverDays({ estimates: days(100_000, 104_001), uncertainty: known }).population).toBe(
    102_001,
  );
});

test("one day has the uncertainty of its marker, of what an inhabitant adds and of the flow", () => {
  const found = populationOverDays({ estimates: days(100_000), uncertainty: known });
  // sqrt(0.1^2 + 0.2^2 + 0.2^2)
  expect(found.standard).toBeCloseTo(0.3, 12);
  // 60 % expanded: no symmetric interval. exp(+-2 sqrt(ln 1.09)) / sqrt(1.09)
  expect([found.low, found.high]).toEqual([53_248, 172_294]);
});

test("of two days the median is the mean, and scatters no more than that", () => {
  const found = populationOverDays({ estimates: days(100_000, 100_000), uncertainty: known });
  expect(found.standard).toBeCloseTo(Math.hypot(0.1 / Math.SQRT2, 0.2, 0.2), 12);
});

test("more days shrink the random part alone, which a median has by a quarter more than a mean", () => {
  const found = populationOverDays({
    estimates: days(100_000, 100_000, 100_000, 100_000),
    uncertainty: known,
  });
  expect(found.standard).toBeCloseTo(Math.hypot(1.2533141373155003 * 0.05, 0.2, 0.2), 12);
});

test("days that differ more than the analysis can explain widen the interval", () => {
  const found = populationOverDays({
    estimates: days(80_000, 100_000, 120_000),
    uncertainty: { concentration: 0.01, perInhabitant: 0, flow: 0 },
  });
  // s = 20 %, over the root of three days, times sqrt(pi / 2)
  expect(found.standard).toBeCloseTo((1.2533141373155003 * 0.2) / Math.sqrt(3), 12);
});

test.each([
  ["the concentration", { ...known, concentration: null }],
  ["what an inhabitant adds", { ...known, perInhabitant: null }],
])("without an uncertainty of %s there is no interval", (_part, uncertainty) => {
  expect(populationOverDays({ estimates: days(100_000), uncertainty })).toEqual({
    ...{ population: 100_000, standard: null, low: null, high: null },
  });
});

test("no days, and an uncertainty below zero, are refused", () => {
  expect(() => populationOverDays({ estimates: [], uncertainty: known })).toThrow("estimates");
  const tenYears = days(...Array.from({ length: 3660 }, () => 100_000));
  expect(populationOverDays({ estimates: tenYears, uncertainty: known }).population).toBe(100_000);
  expect(() => populationOverDays({ estimates: [...tenYears, ...days(1)], uncertainty: known })).toThrow(
    expect.objectContaining({ code: "tooMany" }),
  );
  expect(() => populationOverDays({ estimates: days(1), uncertainty: { ...known, flow: -0.1 } })).toThrow(
    "flow",
  );
});

test("the flow that a load and the population of the same sample share is not counted", () => {
  expect(populationPart({ population: 0.25, flow: 0.2, flowCancels: true })).toBeCloseTo(0.15, 12);
  expect(populationPart({ population: 0.25, flow: 0.2, flowCancels: false })).toBe(0.25);
  expect(populationPart({ population: 0.1, flow: 0.2, flowCancels: true })).toBe(0);
});

test("what an inhabitant adds on an average day is the mean mass over the census, with the error of the days", () => {
  const population = inhabitants(100_000);
  // 50 and 70 g per inhabitant: mean 60, s = 10 x sqrt(2), over 60 and sqrt(2).
  const measured = [
    { concentration: 250, flow: 20_000 },
    { concentration: 280, flow: 25_000 },
  ];
  const found = meanContribution({ days: measured, population });
  expect(found).toMatchObject({ perInhabitant: 60, days: 2 });
  expect(found?.standard).toBeCloseTo(1 / 6, 12);
  expect(meanContribution({ days: measured.slice(0, 1), population })).toEqual({
    ...{ perInhabitant: 50, standard: null, days: 1 },
  });
  expect(meanContribution({ days: [], population })).toBeNull();
  const none = () => meanContribution({ days: [{ concentration: 1, flow: 0 }], population });
  expect(none).toThrow(expect.objectContaining({ code: "notPositive", field: "flow" }));
  const many = Array.from({ length: 3661 }, () => ({ concentration: 1, flow: 1 }));
  expect(() => meanContribution({ days: many, population })).toThrow("days");
  expect(meanContribution({ days: many.slice(1), population })?.days).toBe(3660);
});
