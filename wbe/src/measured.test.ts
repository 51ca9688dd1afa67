import { expect, test } from "vitest";
import { formatEnd, formatMeasured } from "./measured.ts";

test.each([
  [92.4, 40, "92", "37"],
  [0.953, 11.5, "0.95", "0.11"],
  [12.65, 23.66, "12.7", "3.0"],
  [382_746, 14.9, "383,000", "57,000"],
  [4278.41, 60.8, "4,300", "2,600"],
  [0.004_31, 2.3, "0.004310", "0.000099"],
  [9.96, 100, "10", "10"],
  [104.3725, 0.96, "104.4", "1.0"],
])(
  "%f with %f %% is written %s ± %s: two digits of the uncertainty, the value to the same place",
  (...given) => {
    const [value, percent, text, uncertainty] = given;
    expect(formatMeasured(value, percent)).toEqual({ value: text, uncertainty });
  },
);

test.each([
  [485.557_858, "486"],
  [0.068_81, "0.0688"],
  [4_153_240, "4,150,000"],
  [0, "0"],
  [2, "2"],
  [0.5, "0.5"],
  [1200, "1,200"],
  [-0.0371, "−0.0371"],
])("%f without an uncertainty has three significant digits at most", (value, text) => {
  expect(formatMeasured(value, null)).toEqual({ value: text, uncertainty: null });
  expect(formatMeasured(value, 0).value).toBe(text);
});

test("the ends of an interval have the place of the uncertainty", () => {
  expect(formatEnd(128.93, 92.4, 40)).toBe("129");
  expect(formatEnd(55.44, 92.4, 40)).toBe("55");
  expect(formatEnd(55.44, 92.4, null)).toBe("55.4");
  expect(formatEnd(-0.001, 92.4, 40)).toBe("0");
});

test("what is no number, and an uncertainty below zero, are refused", () => {
  expect(() => formatMeasured(Number.NaN, 1)).toThrow("value");
  expect(() => formatMeasured(1, -1)).toThrow("uncertainty");
  expect(() => formatEnd(Number.POSITIVE_INFINITY, 1, 1)).toThrow("end");
});
