import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeControlChart } from "./control-chart.ts";
import { zScoreOf } from "./units.ts";
import { proficiencyClass, zScore } from "./z-score.ts";

// One material, one result in each run.
const chart = (...zs: number[]) =>
  zs.map((z, run) => ({ run: `run ${run}`, material: "low", z: zScoreOf(z) }));
// One run with two materials.
const run = (name: string, low: number, high: number) => [
  { run: name, material: "low", z: zScoreOf(low) },
  { run: name, material: "high", z: zScoreOf(high) },
];
const rules = (points: Parameters<typeof judgeControlChart>[0]) =>
  judgeControlChart(points).violations.map(({ rule, points: at }) => `${rule} ${at.join(",")}`);

test.each([
  ["inside all limits", chart(2, -2, 1.9, -1.9), "inControl", []],
  ["one beyond 2 s", chart(0, 2.01, 0), "warning", ["1_2s 1"]],
  ["one beyond 3 s", chart(0, -3.01), "reject", ["1_2s 1", "1_3s 1"]],
  ["exactly 3 s is not beyond", chart(3, 0), "warning", ["1_2s 0"]],
  ["two in a row beyond 2 s", chart(2.1, 2.2), "reject", ["1_2s 0", "1_2s 1", "2_2s 0,1"]],
  ["on two sides in two runs", chart(2.1, -2.2), "warning", ["1_2s 0", "1_2s 1"]],
  ["both materials of one run", run("A", 2.1, 2.2), "reject", ["1_2s 0", "1_2s 1", "2_2s 0,1"]],
  ["a range of 4 s in one run", run("A", 2.1, -2.1), "reject", ["1_2s 0", "1_2s 1", "R_4s 0,1"]],
  ["a range that starts at exactly 2 s", run("A", 2, -2.1), "warning", ["1_2s 1"]],
  [
    "neighbours of different run and material",
    [...run("A", 0, 2.1), ...run("B", 2.1, 0)],
    "warning",
    ["1_2s 1", "1_2s 2"],
  ],
  ["four in a row beyond 1 s", chart(1.1, 1.2, 1.3, 1.4), "reject", ["4_1s 0,1,2,3"]],
  ["four across materials", [...run("A", 1.1, 1.2), ...run("B", 1.3, 1.4)], "reject", ["4_1s 0,1,2,3"]],
  ["three beyond 1 s", chart(1.1, 1.2, 1.3, 0.9), "inControl", []],
  ["nine on one side", chart(...Array<number>(9).fill(0.1), 0), "inControl", []],
  ["ten on one side", chart(...Array<number>(10).fill(-0.1)), "reject", ["10_x 0,1,2,3,4,5,6,7,8,9"]],
] as const)("%s", (_, points, state, violations) => {
  expect(judgeControlChart(points).state).toBe(state);
  expect(rules(points)).toEqual(violations);
});

test.each([
  ["two of three beyond 2 s", chart(2.1, 0, 2.1), ["1_2s 0", "1_2s 2", "2of3_2s 0,1,2"]],
  ["on two sides", chart(2.1, 0, -2.1), ["1_2s 0", "1_2s 2"]],
  ["with two between them", chart(2.1, 0, 0, 2.1), ["1_2s 0", "1_2s 3"]],
  ["at exactly 2 s", chart(2, 0, 2.1), ["1_2s 2"]],
  ["seven that rise", chart(-0.9, -0.6, -0.3, 0, 0.3, 0.6, 0.9), ["7_T 0,1,2,3,4,5,6"]],
  ["six that rise", chart(-0.9, -0.6, -0.3, 0, 0.3, 0.6), []],
  ["seven of which two are the same", chart(-0.9, -0.6, -0.3, 0, 0, 0.6, 0.9), []],
  [
    "seven that fall after one that rose",
    chart(0, 0.9, 0.6, 0.3, 0, -0.3, -0.6, -0.9),
    ["7_T 1,2,3,4,5,6,7"],
  ],
])("rules of water laboratories: %s", (_what, points, expected) => {
  expect(rules(points)).toEqual(expected);
});

test("mirrored results break the same rules", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 1, maxLength: 30 }),
      (zs) => {
        expect(rules(chart(...zs.map((z) => -z)))).toEqual(rules(chart(...zs)));
      },
    ),
  );
});

test("an empty chart is refused", () => {
  expect(() => judgeControlChart([])).toThrow(expect.objectContaining({ code: "empty", field: "chart" }));
});

test.each([
  [2, "acceptable"],
  [-2, "acceptable"],
  [2.001, "warning"],
  [-2.999, "warning"],
  [3, "action"],
  [-3, "action"],
])("a proficiency score of %s is %s", (z, expected) => {
  expect(proficiencyClass(zScoreOf(z))).toBe(expected);
});

test("a z score needs a deviation", () => {
  expect(zScore({ value: 90, mean: 100, standardDeviation: 5 })).toBe(-2);
  const none = () => zScore({ value: 90, mean: 100, standardDeviation: 0 });
  expect(none).toThrow(expect.objectContaining({ code: "notPositive", field: "standardDeviation" }));
});
