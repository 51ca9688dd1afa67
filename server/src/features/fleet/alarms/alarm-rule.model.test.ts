import { expect, test } from "vitest";
import { after, type Condition, stepOf, type WatchState } from "./alarm-rule.model.ts";

const minute = 60_000_000;
const warm: Condition = {
  operator: "gt",
  threshold: 8,
  clearThreshold: 6,
  durationMicros: 30 * minute,
  clearsByItself: true,
};

/** Feeds `[minutes, value]` in the order of their arrival; the steps that were taken. */
function feed(condition: Condition, values: readonly (readonly [number, number])[]): string[] {
  let state: WatchState = { phase: "idle", since: 0, lastAt: 0 };
  const steps: string[] = [];
  for (const [at, value] of values) {
    const step = stepOf(condition, state, at * minute, value);
    if (step === null) {
      state.lastAt = Math.max(state.lastAt, at * minute);
      continue;
    }
    state = after(step, state, at * minute);
    steps.push(`${step}@${at}`);
  }
  return steps;
}

test("a condition is raised when it has held for long enough by the device's clock", () => {
  expect(
    feed(warm, [
      [1, 5],
      [10, 9],
      [39, 9],
      [40, 8.5],
    ]),
  ).toEqual(["pending@10", "raise@40"]);
  expect(
    feed(warm, [
      [10, 9],
      [39, 8],
      [40, 9],
      [69, 9],
    ]),
  ).toEqual(["pending@10", "cancel@39", "pending@40"]);
  expect(
    feed({ ...warm, durationMicros: 0 }, [
      [1, 8],
      [2, 9],
    ]),
  ).toEqual(["raise@2"]);
});

test("between the thresholds an open alarm stays open, and nothing begins", () => {
  const raised = [
    [10, 9],
    [40, 9],
  ] as const;
  expect(feed(warm, [...raised, [41, 7], [42, 8.5], [43, 6]])).toEqual([
    "pending@10",
    "raise@40",
    "clear@43",
  ]);
  expect(
    feed(warm, [
      [10, 7],
      [50, 7],
    ]),
  ).toEqual([]);
  expect(feed({ ...warm, clearsByItself: false }, [...raised, [41, 2]])).toEqual(["pending@10", "raise@40"]);
});

test("a late value raises nothing and clears nothing; a late normal one makes the time count again", () => {
  expect(
    feed({ ...warm, durationMicros: 0 }, [
      [20, 5],
      [10, 12],
    ]),
  ).toEqual([]);
  expect(
    feed({ ...warm, durationMicros: 0 }, [
      [20, 9],
      [10, 2],
    ]),
  ).toEqual(["raise@20"]);
  expect(
    feed(warm, [
      [10, 9],
      [30, 9],
      [20, 5],
      [41, 9],
      [60, 9],
    ]),
  ).toEqual(["pending@10", "restart@20", "raise@60"]);
  expect(
    feed(warm, [
      [10, 9],
      [30, 9],
      [5, 5],
      [41, 9],
    ]),
  ).toEqual(["pending@10", "raise@41"]);
});

test.each([
  ["gt", 9, 8],
  ["ge", 8, 7],
  ["lt", 7, 8],
  ["le", 8, 9],
  ["eq", 8, 9],
  ["ne", 9, 8],
] as const)("%s holds and ceases", (operator, beyond, normal) => {
  const condition = { ...warm, operator, clearThreshold: null, durationMicros: 0 };
  expect(
    feed(condition, [
      [1, normal],
      [2, beyond],
      [3, normal],
    ]),
  ).toEqual(["raise@2", "clear@3"]);
});
