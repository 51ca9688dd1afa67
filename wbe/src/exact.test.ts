import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatQuotient } from "./exact.ts";
import { mgPerDay, ngPerL, ngPerLFromUgPerL, ugPerLFromNgPerL } from "./units.ts";

// A measured value as it is written: up to nine digits before the point and six behind it.
const measuredText = fc
  .tuple(fc.nat(999_999_999), fc.nat(999_999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(6, "0")}`);

test("keeps every digit of a text", () => {
  expect(ngPerL("0.1234567890123456789").toString()).toBe("0.1234567890123456789");
  expect(ngPerL("12.50").toString()).toBe("12.5");
  expect(ngPerL(0.1).plus(ngPerL(0.2)).toString()).toBe("0.3");
});

test("never writes an exponent", () => {
  expect(ngPerL("1e-15").toString()).toBe("0.000000000000001");
  expect(JSON.stringify({ value: ngPerL("1e15") })).toBe('{"value":"1000000000000000"}');
});

test("is not disturbed by the settings of another user of decimal.js", () => {
  const { precision } = Decimal;
  Decimal.set({ precision: 3 });
  try {
    expect(ngPerL(new Decimal("1.23456789")).times(1000).toString()).toBe("1234.56789");
  } finally {
    Decimal.set({ precision });
  }
});

test.each([
  ["", "notANumber"],
  ["12,5", "notANumber"],
  [" 1", "notANumber"],
  ["0x10", "notANumber"],
  ["NaN", "notANumber"],
  ["Infinity", "notANumber"],
  ["1".repeat(300), "notANumber"],
  [Number.NaN, "notFinite"],
  [Number.POSITIVE_INFINITY, "notFinite"],
  [new Decimal(Number.NaN), "notFinite"],
  ["-0.1", "negative"],
  [-1e-9, "negative"],
  ["1e16", "outOfRange"],
  ["1e-16", "outOfRange"],
  [`0.${"1".repeat(31)}`, "outOfRange"],
] as const)("refuses the concentration %s as %s", (input, code) => {
  expect(() => ngPerL(input)).toThrow(
    expect.objectContaining({ name: "WbeError", code, field: "concentration" }),
  );
});

test("reads back a computed load of 64 digits", () => {
  const third = mgPerDay("1").dividedBy(3).toString();
  expect(mgPerDay(third).toString()).toBe(third);
});

test("reports a quotient with fifteen digits, and what has fewer as it is", () => {
  const third = mgPerDay("1000").dividedBy(3).toString();
  expect(formatQuotient(third)).toBe("333.333333333333");
  expect(formatQuotient("0.00002")).toBe("0.00002");
  expect(formatQuotient("340")).toBe("340");
});

test("ug/L to ng/L and back loses nothing", () => {
  fc.assert(
    fc.property(measuredText, (text) => {
      expect(ugPerLFromNgPerL(ngPerLFromUgPerL(text)).eq(text)).toBe(true);
    }),
  );
});
