import { expect, test } from "vitest";
import { shortChange } from "./short-change.ts";

const change = {
  to: "increase" as const,
  before: "20",
  days: 21,
  percent: 14.2,
  interval: null,
  isShown: true,
  pairs: 21,
};

test("a change is its signed percentage", () => {
  expect(shortChange({ change })).toEqual({ text: "+14 %", to: "increase" });
  expect(shortChange({ change: { ...change, percent: -3.44, to: "stable" } }).text).toBe("−3.4 %");
});

test("a change that is not shown, or that there is none of, is nothing", () => {
  expect(shortChange({ change: { ...change, isShown: false } }).text).toBeNull();
  expect(shortChange({ change: null }).text).toBeNull();
});
